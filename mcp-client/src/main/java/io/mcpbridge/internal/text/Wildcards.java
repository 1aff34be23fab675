package io.mcpbridge.internal.text;

/** Wildcard patterns in which {@code *} matches any number of characters. */
public final class Wildcards {

  private Wildcards() {}

  /** Whether a pattern character other than the star matches a character of the text. */
  @FunctionalInterface
  public interface CharacterMatch {

    /**
     * @param expected code point of the pattern
     * @param actual code point of the text
     */
    boolean matches(int expected, int actual);
  }

  /** Whether the whole text matches; characters other than the star match themselves. */
  public static boolean match(String pattern, String text) {
    return match(pattern, text, (expected, actual) -> expected == actual);
  }

  /**
   * Whether the whole text matches. Takes at most text length times pattern length steps, since it
   * only backtracks to the last star.
   */
  public static boolean match(String pattern, String text, CharacterMatch characterMatch) {
    int[] expected = pattern.codePoints().toArray();
    int[] actual = text.codePoints().toArray();
    int patternIndex = 0;
    int textIndex = 0;
    int star = -1;
    int restart = 0;
    while (textIndex < actual.length) {
      if (patternIndex < expected.length && expected[patternIndex] == '*') {
        star = patternIndex++;
        restart = textIndex;
      } else if (patternIndex < expected.length
          && characterMatch.matches(expected[patternIndex], actual[textIndex])) {
        patternIndex++;
        textIndex++;
      } else if (star >= 0) {
        patternIndex = star + 1;
        textIndex = ++restart;
      } else {
        return false;
      }
    }
    while (patternIndex < expected.length && expected[patternIndex] == '*') {
      patternIndex++;
    }
    return patternIndex == expected.length;
  }
}
