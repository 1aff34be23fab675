package io.mcpbridge.json;

/** JSON that exceeds {@link JsonLimits}. */
public final class JsonLimitException extends JsonException {
  private static final long serialVersionUID = 1L;

  private final String limit;

  JsonLimitException(String limit, String message) {
    super(message);
    this.limit = limit;
  }

  /** The property name of the exceeded limit. */
  public String limit() {
    return limit;
  }
}
