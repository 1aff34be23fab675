package io.mcpbridge.internal.text;

/** Sanitizes text from servers for messages and logs. */
public final class ServerText {

  private static final int MAX_LENGTH = 300;

  private ServerText() {}

  /**
   * Returns a single line in any language, without terminal sequences and invisible characters, of
   * at most 300 characters. Prevents servers from injecting lines into logs or model input.
   */
  public static String line(String text) {
    return line(text, MAX_LENGTH);
  }

  /**
   * Same, with another limit.
   *
   * @param longest maximum number of characters
   */
  public static String line(String text, int longest) {
    return DisplayText.line(text, longest);
  }
}
