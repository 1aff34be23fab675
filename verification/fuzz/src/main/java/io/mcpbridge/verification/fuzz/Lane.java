package io.mcpbridge.verification.fuzz;

/** A transport with a revision; every case runs on one of them. */
enum Lane {
  STDIO_SESSION(Wire.STDIO, "2025-11-25"),
  STDIO_STATELESS(Wire.STDIO, "2026-07-28"),
  JSON_SESSION(Wire.HTTP_JSON, "2025-11-25"),
  JSON_STATELESS(Wire.HTTP_JSON, "2026-07-28"),
  EVENTS_SESSION(Wire.HTTP_EVENTS, "2025-11-25"),
  EVENTS_STATELESS(Wire.HTTP_EVENTS, "2026-07-28"),
  SSE_SESSION(Wire.HTTP_SSE, "2024-11-05");

  private final Wire wire;
  private final String revision;

  Lane(Wire wire, String revision) {
    this.wire = wire;
    this.revision = revision;
  }

  static Lane of(long number) {
    Lane[] all = values();
    return all[(int) (number % all.length)];
  }

  Wire wire() {
    return wire;
  }

  String revision() {
    return revision;
  }

  boolean isStateless() {
    return revision.compareTo("2026") > 0;
  }

  String title() {
    return wire.title() + ", " + revision;
  }
}
