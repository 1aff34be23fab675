package io.mcpbridge.langchain4j.schema;

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
    int end = LONGEST - MORE.length();
    if (Character.isHighSurrogate(description.charAt(end - 1))) {
      end--;
    }
    text = new StringBuilder(description.substring(0, end)).append(MORE);
    rest.append(MORE).append(description, end, description.length());
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
