package io.mcpbridge.selection;

/** Patterns for texts in which {@code *} stands for any characters or none. */
public final class Stars {

  private Stars() {}

  /** Whether a character of a pattern, other than the star, stands for a character of a text. */
  @FunctionalInterface
  public interface Wanted {

    /**
     * Answers for two code points.
     *
     * @param wanted of the pattern
     */
    boolean isMetBy(int wanted, int found);
  }

  /** Whether the whole text matches, where all but the star stands for itself. */
  public static boolean match(String pattern, String text) {
    return match(pattern, text, (wanted, found) -> wanted == found);
  }

  /**
   * Whether the whole text matches. Takes as many steps as the text is long times the pattern, at
   * most: a star that was met last is the only place ever gone back to.
   */
  public static boolean match(String pattern, String text, Wanted one) {
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
