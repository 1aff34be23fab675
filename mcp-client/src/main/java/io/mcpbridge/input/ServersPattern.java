package io.mcpbridge.input;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Matches a text against a pattern that a server chose, within bounds: a pattern can be written so
 * that java.util.regex tries "for ever", and neither a deadline nor an interrupt would end that.
 * What cannot be tried refuses nothing, since the server will judge by itself.
 */
public final class ServersPattern {

  private static final int LONGEST_TEXT = 1_000;
  private static final int LONGEST_PATTERN = 500;

  /** How often a character of the text may be looked at, in all attempts together. */
  private static final int MOST_LOOKS = 100_000;

  /** How many times there may be two ways to go on without looking at a character. */
  private static final int MOST_CHOICES = 12;

  private static final Pattern CHOICE = Pattern.compile("\\||\\)\\s*[?*+{]");

  /** A counted repetition of a group, or of something repeated already. */
  private static final Pattern REPEATED_GROUP = Pattern.compile("[)}?*+]\\s*\\{(\\d+)");

  /** High counts, and flags that change how the pattern itself is read. */
  private static final Pattern NOT_TRIED = Pattern.compile("\\{\\d{5}|\\(\\?[a-zA-Z-]");

  private ServersPattern() {}

  /** Whether the text certainly does not match. */
  public static boolean refuses(String pattern, String text) {
    if (text.length() > LONGEST_TEXT || !canBeTried(pattern)) {
      return false;
    }
    try {
      return !Pattern.compile(pattern).matcher(new CountedText(text)).find();
    } catch (PatternSyntaxException | TooManyLooks | StackOverflowError unusable) {
      return false;
    }
  }

  /**
   * Counting looks at the text does not bound what is tried between two of them; the number of
   * choices does.
   */
  private static boolean canBeTried(String pattern) {
    if (pattern.length() > LONGEST_PATTERN || NOT_TRIED.matcher(pattern).find()) {
      return false;
    }
    double choices = CHOICE.matcher(pattern).results().count();
    Matcher repeated = REPEATED_GROUP.matcher(pattern);
    while (repeated.find()) {
      choices *= Math.max(1, Integer.parseInt(repeated.group(1)));
    }
    return choices <= MOST_CHOICES;
  }

  /** A text that can be looked at only so often. */
  private static final class CountedText implements CharSequence {

    private final String text;
    private int looks;

    CountedText(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      if (++looks > MOST_LOOKS) {
        throw new TooManyLooks();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static final class TooManyLooks extends RuntimeException {

    private static final long serialVersionUID = 1;

    TooManyLooks() {
      super("", null, false, false);
    }
  }
}
