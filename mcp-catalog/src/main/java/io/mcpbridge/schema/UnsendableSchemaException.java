package io.mcpbridge.schema;

/** A tool whose input schema cannot be sent to any model. */
public final class UnsendableSchemaException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  UnsendableSchemaException(String reason) {
    super(reason);
    this.reason = reason;
  }

  /** What is wrong with the schema, for the developer. */
  public String reason() {
    return reason;
  }
}
