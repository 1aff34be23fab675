package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.internal.text.Wildcards;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Patterns for whole URIs, in which {@code *} matches any text, including slashes. A URI with the
 * segments {@code .} or {@code ..} matches only {@code *}: it may lead outside of a pattern, which
 * only the server can decide. The same applies to a URI with a blank or a control character, which
 * are invalid (RFC 3986): many parsers remove those, and then see such segments.
 */
public record UriPatterns(List<String> patterns) {

  private static final String ANYTHING = "*";

  private static final Pattern DOT_SEGMENT =
      Pattern.compile(
          "(?:[/\\\\]|%2f|%5c)(?:\\.|%2e){1,2}(?:[/\\\\?#]|%2f|%5c|$)", Pattern.CASE_INSENSITIVE);

  private static final Pattern NO_URI = Pattern.compile("[\\x00-\\x20\\x7F]");

  boolean match(String uri) {
    return patterns.contains(ANYTHING)
        || (!DOT_SEGMENT.matcher(uri).find()
            && !NO_URI.matcher(uri).find()
            && patterns.stream().anyMatch(pattern -> Wildcards.match(pattern, uri)));
  }

  /**
   * Whether a URI from this template (RFC 6570) may match, judging by the text before its first
   * expression.
   */
  boolean mayMatchOneOf(String uriTemplate) {
    String beginning = before('{', uriTemplate);
    return beginning.equals(uriTemplate)
        ? match(uriTemplate)
        : patterns.stream().map(pattern -> before('*', pattern)).anyMatch(meets(beginning));
  }

  private static Predicate<String> meets(String beginning) {
    return otherBeginning ->
        beginning.startsWith(otherBeginning) || otherBeginning.startsWith(beginning);
  }

  private static String before(char end, String text) {
    int length = text.indexOf(end);
    return length < 0 ? text : text.substring(0, length);
  }
}
