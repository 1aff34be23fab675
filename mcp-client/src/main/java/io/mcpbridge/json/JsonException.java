package io.mcpbridge.json;

/**
 * Invalid JSON, or JSON of an unexpected type. The message says what and where, without quoting the
 * text.
 */
public class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong, and at which position
   */
  public JsonException(String message) {
    super(message);
  }
}
