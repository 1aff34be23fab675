package io.mcpbridge.schema;

import java.text.BreakIterator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A tool description of at most {@link #MAX_LENGTH} characters, for OpenAI and other providers of
 * its models, some of which reject a whole request, with the tools of all servers, if one
 * description is longer. The excess is available separately.
 */
final class ShortDescription {

  /** In characters. */
  static final int MAX_LENGTH = 1024;

  private static final String ELLIPSIS = "…";

  private final StringBuilder text;
  private final StringBuilder rest = new StringBuilder();

  ShortDescription(String description) {
    if (description.length() <= MAX_LENGTH) {
      text = new StringBuilder(description);
      return;
    }
    int end = end(description, MAX_LENGTH - ELLIPSIS.length() - 1);
    text =
        new StringBuilder(description.substring(0, end).stripTrailing())
            .append(' ')
            .append(ELLIPSIS);
    rest.append(ELLIPSIS).append(' ').append(description.substring(end).strip());
  }

  /** Cuts after a sentence if that keeps most of the text, otherwise after a word or character. */
  private static int end(String description, int maxLength) {
    int end = boundary(BreakIterator.getSentenceInstance(Locale.ROOT), description, maxLength);
    if (end < maxLength * 2 / 3) {
      end = boundary(BreakIterator.getLineInstance(Locale.ROOT), description, maxLength);
    }
    return end < maxLength / 2
        ? boundary(BreakIterator.getCharacterInstance(Locale.ROOT), description, maxLength)
        : end;
  }

  private static int boundary(BreakIterator boundaries, String description, int maxLength) {
    boundaries.setText(description);
    return boundaries.preceding(maxLength + 1);
  }

  /** Appends a paragraph to the description if it fits, otherwise to the excess. */
  void add(String paragraph) {
    (text.length() + paragraph.length() <= MAX_LENGTH ? text : rest).append(paragraph);
  }

  String text() {
    return text.toString();
  }

  /** The excess; {@code null} for none. */
  @Nullable String rest() {
    return rest.isEmpty() ? null : rest.toString().strip();
  }
}
