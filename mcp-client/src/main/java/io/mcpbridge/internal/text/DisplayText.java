package io.mcpbridge.internal.text;

import java.util.regex.Pattern;

/** Foreign text as it can be shown: in a log, in an exception, in a sentence for a model. */
public final class DisplayText {

  /** ECMA-48: CSI, OSC and its like with what ends them, and any other escape, in 7 or 8 bits. */
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
   * The text without terminal sequences and invisible characters. Tabs stay; each line end is a
   * line feed, because a carriage return lets a terminal write over the line.
   */
  public static String plain(String text) {
    String plain = InvisibleCharacters.strip(withoutTerminalSequences(text));
    return plain.indexOf('\r') < 0 ? plain : LINE_END.matcher(plain).replaceAll("\n");
  }

  /**
   * One line without terminal sequences. An invisible character becomes a question mark, so that it
   * is seen that there was one; blanks and line ends become one blank.
   *
   * @param longest characters (code points) of the line; more is cut, and "..." says so
   */
  public static String line(String text, int longest) {
    // Ten times as much may be blanks and sequences; beyond that even reading is too much.
    String start = text.substring(0, (int) Math.min(text.length(), 10L * longest));
    String blanks = BLANKS.matcher(withoutTerminalSequences(start)).replaceAll(" ").strip();
    String line = InvisibleCharacters.replace(blanks, codePoint -> "?");
    boolean longer = line.codePointCount(0, line.length()) > longest;
    String cut = longer ? line.substring(0, line.offsetByCodePoints(0, longest)) : line;
    return longer || start.length() < text.length() ? cut + "..." : cut;
  }

  /**
   * One line that shows what a text really holds: line ends, tabs and invisible characters are
   * escaped, those of terminal sequences among them.
   *
   * @param longest characters (code points) of the line; more is cut, and "..." says so
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

  private static String withoutTerminalSequences(String text) {
    return mayHoldTerminalSequence(text) ? TERMINAL_SEQUENCE.matcher(text).replaceAll("") : text;
  }

  private static boolean mayHoldTerminalSequence(String text) {
    return text.chars().anyMatch(c -> c == 0x1B || (c >= 0x80 && c <= 0x9F));
  }
}
