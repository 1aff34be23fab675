package io.mcpbridge.internal.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Matches text against a server's regular expression within bounds. java.util.regex can backtrack
 * practically forever, and neither a deadline nor an interrupt ends that. A pattern that exceeds
 * the bounds rejects nothing, since the server validates the value anyway.
 */
public final class BoundedPattern {

  private static final int MAX_TEXT_LENGTH = 1_000;
  private static final int MAX_PATTERN_LENGTH = 500;

  /** Maximum number of character accesses in all attempts together. */
  private static final int MAX_CHARACTER_READS = 100_000;

  /** Maximum number of alternatives that can be tried without accessing a character. */
  private static final int MAX_CHOICES = 12;

  private static final Pattern CHOICE = Pattern.compile("\\||\\)\\s*[?*+{]");

  /** A counted repetition of a group, or of a repeated element. */
  private static final Pattern REPEATED_GROUP = Pattern.compile("[)}?*+]\\s*\\{(\\d+)");

  /** High repetition counts, and flags that change how the pattern itself is parsed. */
  private static final Pattern NOT_TRIED = Pattern.compile("\\{\\d{5}|\\(\\?[a-zA-Z-]");

  private BoundedPattern() {}

  /** Whether the text certainly does not match. */
  public static boolean refuses(String pattern, String text) {
    if (text.length() > MAX_TEXT_LENGTH || !canBeTried(pattern)) {
      return false;
    }
    try {
      return !Pattern.compile(pattern).matcher(new BoundedText(text, MAX_CHARACTER_READS)).find();
    } catch (PatternSyntaxException | BoundedText.LimitException | StackOverflowError unusable) {
      return false;
    }
  }

  /**
   * Limiting character accesses does not bound the attempts between two of them; limiting the
   * number of alternatives does.
   */
  private static boolean canBeTried(String pattern) {
    if (pattern.length() > MAX_PATTERN_LENGTH || NOT_TRIED.matcher(pattern).find()) {
      return false;
    }
    double choices = CHOICE.matcher(pattern).results().count();
    Matcher repeated = REPEATED_GROUP.matcher(pattern);
    while (repeated.find()) {
      choices *= Math.max(1, Integer.parseInt(repeated.group(1)));
    }
    return choices <= MAX_CHOICES;
  }
}
