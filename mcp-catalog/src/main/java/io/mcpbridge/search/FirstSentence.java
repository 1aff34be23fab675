package io.mcpbridge.search;

/** Finds the end of the first sentence of a description. */
final class FirstSentence {

  /** Where a description without sentences is cut. */
  private static final int LONGEST = 300;

  private FirstSentence() {}

  /** The position after the first sentence or paragraph. */
  static int end(String text) {
    int last = Math.min(text.length(), LONGEST);
    boolean begun = false;
    for (int i = 0; i < last; i++) {
      char c = text.charAt(i);
      begun |= Character.isLetterOrDigit(c);
      boolean ends =
          begun
              && (c == '\n' && i + 1 < text.length() && text.charAt(i + 1) == '\n'
                  || ".!?".indexOf(c) >= 0
                      && i + 1 < text.length()
                      && Character.isWhitespace(text.charAt(i + 1))
                      && !isAbbreviation(text, i));
      if (ends) {
        return i + 1;
      }
    }
    return last;
  }

  private static boolean isAbbreviation(String text, int dot) {
    return dot >= 2 && text.charAt(dot - 2) == '.' || text.startsWith("etc", Math.max(0, dot - 3));
  }
}
