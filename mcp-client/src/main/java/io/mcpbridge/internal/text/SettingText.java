package io.mcpbridge.internal.text;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The values of a server's settings for people, without secrets. Values are as written, with their
 * placeholders; those of settings that may hold a secret are left out, as are those of unknown
 * settings.
 */
public final class SettingText {

  /** Matches the uniform names that cannot hold a secret, or are redacted here. */
  private static final Pattern SHOWN =
      Pattern.compile(
          "enabled|start|url|transport|peruser|sslbundle|proxy|command|args|workingdirectory"
              + "|loginshellpath|(idle|initialization|connect)?timeout|toolnameprefix"
              + "|include(traits)?|exclude|approval\\.(deny|ask(traits)?|allow|otherwise)"
              + "|toolchangepolicy|readableresources|toolcontextmeta|maxresult(characters|tokens)"
              + "|trace|auth\\.(type|clientregistration|backgroundregistration)"
              + "|tools\\.[^.]*\\.((idle)?timeout|maxresult(characters|tokens)|title|description"
              + "|search\\.(aliases|whentouse))");

  /** The default in a placeholder, which may be several arguments. */
  private static final Pattern DEFAULT =
      Pattern.compile("(\\$\\{[^:{}]*):([^{}]*|.*)\\}", Pattern.DOTALL);

  /** A placeholder whose name has one. */
  private static final Pattern NESTED = Pattern.compile("\\$\\{[^:}]*\\$\\{.*\\}", Pattern.DOTALL);

  private static final String MASKED = "$1:" + Secrets.MASK + "}";

  private SettingText() {}

  /** A name, or an element of one, that equals others in kebab, camel or snake case. */
  public static String uniform(String element) {
    return element.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
  }

  /** Whether the value of this setting may be displayed, after {@link #of}. */
  public static boolean isShown(String uniformPath) {
    return SHOWN.matcher(uniformPath).matches();
  }

  /**
   * The values of a setting without secrets.
   *
   * @param uniformPath the {@linkplain #uniform uniform} elements of its name below the server,
   *     with dots between them
   * @param values its elements, as written
   * @return {@code null} if they may be a secret
   */
  public static @Nullable String of(String uniformPath, List<String> values) {
    if (!isShown(uniformPath)) {
      return null;
    }
    String value = String.join(", ", values);
    return switch (uniformPath) {
      // A password may contain what otherwise ends the address.
      case "proxy" ->
          value.replaceFirst("(?s).*@", Secrets.MASK + "@").replaceFirst("(?s)[?#].*", "");
      case "command" -> { // may be a command line by mistake
        String masked = redacted(List.of(withoutDefaults(value)), " "); // a header has blanks, too
        yield redacted(List.of(masked.split("\\s", -1)), " ");
      }
      default -> redacted(values, ", ");
    };
  }

  /** Without what stands in placeholders for values that are not set. */
  public static String withoutDefaults(String text) {
    String flat = NESTED.matcher(text).replaceAll("\\${" + Secrets.MASK + "}");
    return DEFAULT.matcher(flat).replaceAll(MASKED);
  }

  private static String redacted(List<String> values, String separator) {
    return UrlCredentials.maskQueries(
        String.join(separator, new ArgumentRedaction(values).shown()));
  }
}
