package io.mcpbridge.json;

/** JSON that is larger or deeper than {@link JsonLimits} allow. */
public final class JsonLimitException extends JsonException {
  private static final long serialVersionUID = 1L;

  private final String limit;

  JsonLimitException(String limit, String message) {
    super(message);
    this.limit = limit;
  }

  /** The name of the limit that was met, as it is spelled in configuration. */
  public String limit() {
    return limit;
  }
}
