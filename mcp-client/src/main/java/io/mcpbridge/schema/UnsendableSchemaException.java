package io.mcpbridge.schema;

/** A tool whose arguments no model can be asked for. */
public final class UnsendableSchemaException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  UnsendableSchemaException(String reason) {
    super(reason);
    this.reason = reason;
  }

  /** What is wrong with its schema, for the developer. */
  public String reason() {
    return reason;
  }
}
