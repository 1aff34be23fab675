package io.mcpbridge.internal.text;

import java.util.Locale;
import java.util.Set;

/** Checks which headers may be configured, and the content of any header. */
public final class HeaderRules {

  private static final Set<String> OURS =
      Set.of("accept", "accept-encoding", "content-type", "content-length", "host");
  private static final Set<String> CONNECTION =
      Set.of("connection", "expect", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade");

  private static final String DELIMITERS = "\"(),/:;<=>?@[\\]{}";

  private HeaderRules() {}

  /**
   * Rejects header names of the protocol or the connection, and invalid values.
   *
   * @param setting where the header was configured, for the message
   * @throws IllegalArgumentException if the header is rejected
   */
  public static void checkConfigurable(String name, String value, String setting) {
    if (isProtocols(name)) {
      throw new IllegalArgumentException(
          "the header " + printable(name) + " is set by the protocol; remove it from " + setting);
    }
    check(name, value);
  }

  /** Whether the header is reserved for the protocol or the connection. */
  public static boolean isProtocols(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return OURS.contains(lower) || CONNECTION.contains(lower) || lower.startsWith("mcp-");
  }

  /** Rejects line breaks and characters that would not arrive unchanged. */
  public static void check(String name, String value) {
    if (!isToken(name)) {
      throw new IllegalArgumentException(
          "not a header name: \"" + printable(name) + "\" (letters, digits and '-')");
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c > '~') {
        throw new IllegalArgumentException(
            "the value of the header "
                + name
                + (c == '\r' || c == '\n' ? " has a line break" : " has a character outside ASCII")
                + " at position "
                + i);
      }
    }
  }

  private static boolean isToken(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean isLetterOrHyphen = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-';
      if (!isLetterOrHyphen && (c <= ' ' || c >= 127 || DELIMITERS.indexOf(c) >= 0)) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  private static String printable(String name) {
    return name.replaceAll("[^ -~]", "?");
  }
}
