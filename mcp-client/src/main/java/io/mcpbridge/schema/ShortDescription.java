package io.mcpbridge.schema;

import java.text.BreakIterator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The description of a tool for OpenAI and those who offer its models, some of which refuse a whole
 * request, with the tools of all servers, when one description is longer than {@link #LONGEST}.
 * What does not fit stands beside it.
 */
final class ShortDescription {

  /** In characters. */
  static final int LONGEST = 1024;

  private static final String MORE = "…";

  private final StringBuilder text;
  private final StringBuilder rest = new StringBuilder();

  ShortDescription(String description) {
    if (description.length() <= LONGEST) {
      text = new StringBuilder(description);
      return;
    }
    int end = end(description, LONGEST - MORE.length() - 1);
    text =
        new StringBuilder(description.substring(0, end).stripTrailing()).append(' ').append(MORE);
    rest.append(MORE).append(' ').append(description.substring(end).strip());
  }

  /** After a sentence if that leaves most of the text, else after a word, else a character. */
  private static int end(String description, int most) {
    int end = boundary(BreakIterator.getSentenceInstance(Locale.ROOT), description, most);
    if (end < most * 2 / 3) {
      end = boundary(BreakIterator.getLineInstance(Locale.ROOT), description, most);
    }
    return end < most / 2
        ? boundary(BreakIterator.getCharacterInstance(Locale.ROOT), description, most)
        : end;
  }

  private static int boundary(BreakIterator boundaries, String description, int most) {
    boundaries.setText(description);
    return boundaries.preceding(most + 1);
  }

  /** Adds a paragraph to the end of the first of the two that has room for it. */
  void add(String paragraph) {
    (text.length() + paragraph.length() <= LONGEST ? text : rest).append(paragraph);
  }

  String text() {
    return text.toString();
  }

  /** What does not fit, or {@code null} if all does. */
  @Nullable String rest() {
    return rest.isEmpty() ? null : rest.toString().strip();
  }
}
