package io.mcpbridge.catalog.internal.truncation;

/** Keeps the beginning and the end of a text. */
final class TruncatedText {

  private TruncatedText() {}

  /**
   * Puts the note about the omission on a line of its own.
   *
   * @param readOn whether the model can read what is left out
   */
  static String of(String text, int maxCharacters, boolean readOn) {
    String after =
        readOn
            ? " characters left out ...]\n"
            : " characters left out; ask for a smaller part ...]\n";
    return between(text, maxCharacters, "\n[... ", after);
  }

  /** Puts the note about the omission inside the line. */
  static String inline(String text, int maxCharacters) {
    return between(text, maxCharacters, "[... ", " characters left out ...]");
  }

  private static String between(String text, int maxCharacters, String before, String after) {
    int words = before.length() + after.length() + 2 * digits(text.length()) + " of ".length();
    int room = Math.max(0, maxCharacters - words);
    int head = room * 2 / 3;
    if (head > 0 && Character.isHighSurrogate(text.charAt(head - 1))) {
      head--;
    }
    int tail = text.length() - room / 3;
    if (tail < text.length() && Character.isLowSurrogate(text.charAt(tail))) {
      tail++;
    }
    return text.substring(0, head)
        + before
        + (tail - head)
        + " of "
        + text.length()
        + after
        + text.substring(tail);
  }

  private static int digits(int number) {
    return Integer.toString(number).length();
  }
}
