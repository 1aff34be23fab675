package io.mcpbridge.catalog;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Patterns for whole URIs, in which {@code *} stands for any text, slashes included. A URI with the
 * segments {@code .} or {@code ..} matches none but {@code *}: it may lead out of what a pattern
 * means, and whether it does is for the server to say. So does one with a blank or a control
 * character, which no URI has (RFC 3986): many readers of URIs leave those out, and then see such
 * segments.
 */
record UriPatterns(List<String> patterns) {

  private static final String ANYTHING = "*";

  private static final Pattern DOT_SEGMENT =
      Pattern.compile(
          "(?:[/\\\\]|%2f|%5c)(?:\\.|%2e){1,2}(?:[/\\\\?#]|%2f|%5c|$)", Pattern.CASE_INSENSITIVE);

  private static final Pattern NO_URI = Pattern.compile("[\\x00-\\x20\\x7F]");

  boolean match(String uri) {
    return patterns.contains(ANYTHING)
        || (!DOT_SEGMENT.matcher(uri).find()
            && !NO_URI.matcher(uri).find()
            && patterns.stream().anyMatch(pattern -> matches(pattern, uri)));
  }

  /** Looks for each piece after the one before it, so that no text takes long. */
  private static boolean matches(String pattern, String uri) {
    List<String> pieces = Arrays.asList(pattern.split("\\*", -1));
    String first = pieces.get(0);
    String last = pieces.get(pieces.size() - 1);
    if (pieces.size() == 1 || !uri.startsWith(first) || !uri.endsWith(last)) {
      return uri.equals(pattern);
    }
    int at = first.length();
    for (String piece : pieces.subList(1, pieces.size() - 1)) {
      int found = uri.indexOf(piece, at);
      if (found < 0) {
        return false;
      }
      at = found + piece.length();
    }
    return at <= uri.length() - last.length();
  }
}
