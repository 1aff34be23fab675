package io.mcpbridge.langchain4j;

/** A tool whose arguments no model can be asked for. */
final class UnsendableSchemaException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  UnsendableSchemaException(String reason) {
    super(reason);
    this.reason = reason;
  }

  /** What is wrong with its schema, for the developer. */
  String reason() {
    return reason;
  }
}
