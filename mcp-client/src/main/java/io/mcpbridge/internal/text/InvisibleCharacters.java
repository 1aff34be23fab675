package io.mcpbridge.internal.text;

import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Invisible characters that a model or a terminal still interprets: control characters (including
 * escape), bidirectional controls, zero-width characters, tags, variation selectors, fillers and
 * unpaired surrogates. Tab, line feed and carriage return are layout and do not count.
 *
 * <p>In whole texts the context matters. The joiners of emoji and of Arabic and Indic scripts, one
 * variation selector after its base character, and the tags of a flag are part of the writing and
 * stay.
 */
public final class InvisibleCharacters {

  private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
  private static final int ZERO_WIDTH_JOINER = 0x200D;
  private static final int BLACK_FLAG = 0x1F3F4;
  private static final int CANCEL_TAG = 0xE007F;

  /** Arabic, the first script that uses joiners; emoji have higher code points. */
  private static final int FIRST_JOINED = 0x600;

  private InvisibleCharacters() {}

  /** Whether a code point is invisible, regardless of its context. */
  public static boolean isInvisible(int codePoint) {
    if (codePoint < 0x7F) {
      return codePoint < ' ' && codePoint != '\t' && codePoint != '\n' && codePoint != '\r';
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      case Character.FORMAT -> !isVisibleFormat(codePoint);
      default -> isIgnorable(codePoint);
    };
  }

  /** Format characters (category Cf) that have a visible shape. */
  private static boolean isVisibleFormat(int codePoint) {
    return (codePoint >= 0x600 && codePoint <= 0x605)
        || codePoint == 0x6DD
        || codePoint == 0x70F
        || (codePoint >= 0x890 && codePoint <= 0x891)
        || codePoint == 0x8E2
        || codePoint == 0x110BD
        || codePoint == 0x110CD;
  }

  /** Unicode's Default_Ignorable_Code_Point, without format characters. */
  private static boolean isIgnorable(int codePoint) {
    return codePoint == 0x34F
        || codePoint == 0x115F
        || codePoint == 0x1160
        || codePoint == 0x17B4
        || codePoint == 0x17B5
        || (codePoint >= 0x180B && codePoint <= 0x180F)
        || (codePoint >= 0x2060 && codePoint <= 0x206F)
        || codePoint == 0x3164
        || (codePoint >= 0xFE00 && codePoint <= 0xFE0F)
        || codePoint == 0xFFA0
        || (codePoint >= 0xFFF0 && codePoint <= 0xFFF8)
        || (codePoint >= 0xE0000 && codePoint <= 0xE0FFF);
  }

  /** Whether a text contains any that are not part of its writing. */
  public static boolean isAnyIn(String text) {
    return first(text, 0) < text.length();
  }

  /** The invisible characters that are not part of the text's writing, in order. */
  public static List<Integer> allIn(String text) {
    List<Integer> codePoints = new ArrayList<>();
    for (int at = first(text, 0); at < text.length(); ) {
      int codePoint = text.codePointAt(at);
      codePoints.add(codePoint);
      at = first(text, at + Character.charCount(codePoint));
    }
    return codePoints;
  }

  /** Returns the text without them. */
  public static String strip(String text) {
    return replace(text, codePoint -> "");
  }

  /**
   * Returns the text with each of them escaped: <code>&#92;u202e</code>, or <code>&#92;u{e0041}
   * </code> for more than four digits.
   */
  public static String escape(String text) {
    return replace(text, InvisibleCharacters::escaped);
  }

  /** The form that {@link #escape} gives one character. */
  public static String escaped(int codePoint) {
    String hex = Integer.toHexString(codePoint);
    return codePoint > 0xFFFF ? "\\u{" + hex + "}" : "\\u" + "0".repeat(4 - hex.length()) + hex;
  }

  /** Returns the text with each of them replaced. */
  static String replace(String text, IntFunction<String> substitute) {
    int at = first(text, 0);
    if (at == text.length()) {
      return text;
    }
    StringBuilder clean = new StringBuilder(text.length());
    int from = 0;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      clean.append(text, from, at).append(substitute.apply(codePoint));
      from = at + Character.charCount(codePoint);
      at = first(text, from);
    }
    return clean.append(text, from, text.length()).toString();
  }

  /** The index of the first one at or after {@code from}; the text's length if there is none. */
  private static int first(String text, int from) {
    int at = from;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      if (isInvisible(codePoint) && !isWriting(text, at, codePoint)) {
        return at;
      }
      at += codePoint == BLACK_FLAG ? flag(text, at) : Character.charCount(codePoint);
    }
    return at;
  }

  private static boolean isWriting(String text, int at, int codePoint) {
    if (at == 0) {
      return false;
    }
    int before = text.codePointBefore(at);
    if (codePoint == ZERO_WIDTH_JOINER || codePoint == ZERO_WIDTH_NON_JOINER) {
      int next = at + 1;
      return next < text.length()
          && isJoined(before)
          && isJoined(text.codePointAt(next))
          && !isInvisible(text.codePointAt(next));
    }
    if (isInvisible(before)) {
      return false;
    }
    if (codePoint >= 0xFE00 && codePoint <= 0xFE0F) {
      return before > 0xA0 || Character.isDigit(before) || before == '#' || before == '*';
    }
    if (codePoint >= 0xE0100 && codePoint <= 0xE01EF) {
      return Character.isIdeographic(before);
    }
    return codePoint >= 0x180B
        && codePoint <= 0x180F
        && UnicodeScript.of(before) == UnicodeScript.MONGOLIAN;
  }

  /** A variation selector of an emoji may precede a joiner. */
  private static boolean isJoined(int codePoint) {
    return codePoint >= FIRST_JOINED && (!isInvisible(codePoint) || codePoint == 0xFE0F);
  }

  /**
   * The length of a flag sequence such as Scotland's, with three to six tags of a region; otherwise
   * of one character.
   */
  private static int flag(String text, int at) {
    int end = at + 2;
    int tags = 0;
    while (end < text.length() && isRegionTag(text.codePointAt(end))) {
      end += 2;
      tags++;
    }
    boolean complete =
        tags >= 3 && tags <= 6 && end < text.length() && text.codePointAt(end) == CANCEL_TAG;
    return complete ? end + 2 - at : 2;
  }

  private static boolean isRegionTag(int codePoint) {
    return (codePoint >= 0xE0030 && codePoint <= 0xE0039)
        || (codePoint >= 0xE0061 && codePoint <= 0xE007A);
  }
}
