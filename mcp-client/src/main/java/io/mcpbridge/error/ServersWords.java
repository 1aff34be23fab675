package io.mcpbridge.error;

import io.mcpbridge.internal.text.DisplayText;

/** How a server's own words look in messages and logs. */
public final class ServersWords {

  private static final int LONGEST = 300;

  private ServersWords() {}

  /**
   * One line in any language, without terminal sequences and invisible characters and of 300
   * characters at most: neither logs nor models must get lines that a server made up.
   */
  public static String line(String words) {
    return line(words, LONGEST);
  }

  /**
   * The same with another limit.
   *
   * @param longest how many characters at most
   */
  public static String line(String words, int longest) {
    return DisplayText.line(words, longest);
  }
}
