package io.mcpbridge.spring.endpoint;

import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;

/**
 * Sanitizes the actuator's {@code env} and {@code configprops} even if the application shows values
 * there: {@code mcp.client} properties that may hold a secret, including those with names of the
 * developer, and everything in URLs besides the address.
 */
final class SecretSanitizer implements SanitizingFunction {

  /** Matches names in {@link #canonical} form. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(spring\\.ai\\.)?mcp\\.client\\..*"
              + "\\.((args|env|headers|fixedarguments)([.\\[].*)?"
              + "|\\w*(token|secret|password|passphrase|key)\\w*)");

  private static final Pattern ADDRESS =
      Pattern.compile("(spring\\.ai\\.)?mcp\\.client\\..*\\.(url|proxy)");

  /** Greedy up to the last {@code @}, because a password may contain one. */
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
