package io.mcpbridge.schema;

/** A schema that strict mode cannot express. */
final class NotStrictException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient SchemaLocation place;
  private final String reason;

  NotStrictException(SchemaLocation place, String reason) {
    super(place + " " + reason);
    this.place = place;
    this.reason = reason;
  }

  SchemaLocation place() {
    return place;
  }

  String reason() {
    return reason;
  }
}
