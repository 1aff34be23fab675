package io.mcpbridge.json;

/**
 * Text that is not the JSON it should be. The message says what and where, never the text itself.
 */
public class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong and at which position
   */
  public JsonException(String message) {
    super(message);
  }
}
