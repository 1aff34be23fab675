package io.mcpbridge.langchain4j.schema;

/** A schema that cannot be sent as strict. */
final class NotStrictException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Place place;
  private final String reason;

  NotStrictException(Place place, String reason) {
    super(place + " " + reason);
    this.place = place;
    this.reason = reason;
  }

  Place place() {
    return place;
  }

  String reason() {
    return reason;
  }
}
