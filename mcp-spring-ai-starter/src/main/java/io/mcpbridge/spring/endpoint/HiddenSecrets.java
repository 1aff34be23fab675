package io.mcpbridge.spring.endpoint;

import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;

/**
 * Keeps what opens doors out of the actuator's {@code env} and {@code configprops}, also where the
 * application has values shown there: of our properties those that may hold a secret, whoever named
 * it, and of URLs what is in them besides the address.
 */
final class HiddenSecrets implements SanitizingFunction {

  /** Names as they are after {@link #canonical}. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(spring\\.ai\\.)?mcp\\.client\\..*"
              + "\\.((args|env|headers|fixedarguments)([.\\[].*)?"
              + "|\\w*(token|secret|password|passphrase|key)\\w*)");

  private static final Pattern ADDRESS =
      Pattern.compile("(spring\\.ai\\.)?mcp\\.client\\..*\\.(url|proxy|messageendpoint)");

  /** Up to the last sign, because a password may have any. */
  private static final Pattern USER = Pattern.compile("//.*@");

  private static final Pattern QUERY = Pattern.compile("[?#].*");

  @Override
  public SanitizableData apply(SanitizableData data) {
    Object value = data.getValue();
    String name = canonical(data.getKey());
    if (value == null || !name.contains("mcp.client.")) {
      return data;
    }
    if (SECRET.matcher(name).matches()) {
      return data.withValue(SanitizableData.SANITIZED_VALUE);
    }
    return ADDRESS.matcher(name).matches() ? data.withValue(address(value.toString())) : data;
  }

  /** As it is called in a file, an environment variable or code. */
  private static String canonical(String key) {
    return key.toLowerCase(Locale.ROOT).replace("-", "").replace('_', '.');
  }

  private static String address(String url) {
    String hidden = SanitizableData.SANITIZED_VALUE;
    String withoutUser = USER.matcher(url).replaceFirst("//" + hidden + "@");
    return QUERY.matcher(withoutUser).replaceFirst("?" + hidden);
  }
}
