package io.mcpbridge.json;

/**
 * Invalid JSON, or JSON of an unexpected type. The message says what and where, without quoting the
 * text.
 */
public class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;

  /**
   * @param message what is wrong, and at which position
   */
  public JsonException(String message) {
    this(message, 0);
  }

  JsonException(String message, int line) {
    super(message);
    this.line = line;
  }

  /** The 1-based line of a text that cannot be parsed; 0 if unknown. */
  public int line() {
    return line;
  }
}
