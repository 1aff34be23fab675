package io.mcpbridge.internal.text;

/** Wildcard patterns in which {@code *} matches any number of characters. */
public final class Wildcards {

  private Wildcards() {}

  /** Whether a pattern character other than the star matches a character of the text. */
  @FunctionalInterface
  public interface CharacterMatch {

    /**
     * @param wanted code point of the pattern
     * @param found code point of the text
     */
    boolean isMetBy(int wanted, int found);
  }

  /** Whether the whole text matches; characters other than the star match themselves. */
  public static boolean match(String pattern, String text) {
    return match(pattern, text, (wanted, found) -> wanted == found);
  }

  /**
   * Whether the whole text matches. Takes at most text length times pattern length steps, since it
   * only backtracks to the last star.
   */
  public static boolean match(String pattern, String text, CharacterMatch one) {
    int[] wanted = pattern.codePoints().toArray();
    int[] found = text.codePoints().toArray();
    int next = 0;
    int at = 0;
    int star = -1;
    int goOnFrom = 0;
    while (at < found.length) {
      if (next < wanted.length && wanted[next] == '*') {
        star = next++;
        goOnFrom = at;
      } else if (next < wanted.length && one.isMetBy(wanted[next], found[at])) {
        next++;
        at++;
      } else if (star >= 0) {
        next = star + 1;
        at = ++goOnFrom;
      } else {
        return false;
      }
    }
    while (next < wanted.length && wanted[next] == '*') {
      next++;
    }
    return next == wanted.length;
  }
}
