package io.mcpbridge.internal.text;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Sanitizes untrusted text for logs, exceptions and model input. */
public final class DisplayText {

  /**
   * ECMA-48: CSI, OSC and similar sequences with their terminators, and other escapes, 7-bit or
   * 8-bit.
   */
  private static final Pattern TERMINAL_SEQUENCE =
      Pattern.compile(
          "(?:\\x1B\\[|\\x9B)[0-?]*+[ -/]*+[@-~]?"
              + "|(?:\\x1B[\\]PX^_]|[\\x9D\\x90\\x98\\x9E\\x9F])"
              + "(?:[^\\x07\\x1B\\x90\\x98\\x9C-\\x9F]*+(?:\\x07|\\x1B\\\\|\\x9C))?"
              + "|\\x1B[ -/]*+[0-~]?");

  private static final Pattern LINE_END = Pattern.compile("\r\n?");

  private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}\\x85]+");

  private DisplayText() {}

  /**
   * Removes terminal sequences and invisible characters. Keeps tabs. Line breaks become line feeds,
   * because a carriage return lets a terminal overwrite the line.
   */
  public static String plain(String text) {
    String plain = InvisibleCharacters.strip(withoutTerminalSequences(text));
    return plain.indexOf('\r') < 0 ? plain : LINE_END.matcher(plain).replaceAll("\n");
  }

  /**
   * Returns one line without terminal sequences. Invisible characters become question marks, so
   * that they are noticed; whitespace and line breaks become one space.
   *
   * @param longest maximum number of code points; a longer text is cut and ends with "..."
   */
  public static String line(String text, int longest) {
    if (text.length() <= longest && isVisibleAscii(text)) {
      return text; // a name or an id, of which each call has several
    }
    // Allows for whitespace and sequences; bounds the cost for very long texts.
    String start = text.substring(0, (int) Math.min(text.length(), 10L * longest));
    String blanks = BLANKS.matcher(withoutTerminalSequences(start)).replaceAll(" ").strip();
    String line = InvisibleCharacters.replace(blanks, codePoint -> "?");
    boolean exceedsLimit = line.codePointCount(0, line.length()) > longest;
    String cut = exceedsLimit ? line.substring(0, line.offsetByCodePoints(0, longest)) : line;
    return exceedsLimit || start.length() < text.length() ? cut + "..." : cut;
  }

  /**
   * Returns one line that shows the exact content: line breaks, tabs and invisible characters are
   * escaped, including those in terminal sequences.
   *
   * @param longest maximum number of code points; a longer text is cut and ends with "..."
   */
  public static String escapedLine(String text, int longest) {
    String start = cut(text, longest);
    String line =
        InvisibleCharacters.escape(start)
            .replace("\n", "\\n")
            .replace("\r", "\\r")
            .replace("\t", "\\t");
    String cut = cut(line, longest);
    return start.length() < text.length() || cut.length() < line.length() ? cut + "..." : line;
  }

  private static String cut(String text, int longest) {
    return text.codePointCount(0, text.length()) > longest
        ? text.substring(0, text.offsetByCodePoints(0, longest))
        : text;
  }

  private static boolean isVisibleAscii(String text) {
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b <= ' ' || b == 0x7F) { // others than ASCII are negative
        return false;
      }
    }
    return true;
  }

  private static String withoutTerminalSequences(String text) {
    return mayHoldTerminalSequence(text) ? TERMINAL_SEQUENCE.matcher(text).replaceAll("") : text;
  }

  private static boolean mayHoldTerminalSequence(String text) {
    return text.chars().anyMatch(c -> c == 0x1B || (c >= 0x80 && c <= 0x9F));
  }
}
