package io.mcpbridge.internal.text;

/**
 * A text of which a regular expression can read only so many characters. java.util.regex can
 * backtrack practically forever, and neither a deadline nor an interrupt ends that. An expression
 * can also exceed the stack.
 */
public final class BoundedText implements CharSequence {

  private final String text;
  private final int maxReads;
  private int reads;

  /**
   * @param maxReads in all attempts together
   */
  public BoundedText(String text, int maxReads) {
    this.text = text;
    this.maxReads = maxReads;
  }

  /**
   * @throws LimitException if too many characters were read
   */
  @Override
  public char charAt(int index) {
    if (++reads > maxReads) {
      throw new LimitException();
    }
    return text.charAt(index);
  }

  /** How many characters were read. */
  public int reads() {
    return reads;
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

  /** The expression read too many characters. */
  public static final class LimitException extends RuntimeException {

    private static final long serialVersionUID = 1;

    LimitException() {
      super("", null, false, false);
    }
  }
}
