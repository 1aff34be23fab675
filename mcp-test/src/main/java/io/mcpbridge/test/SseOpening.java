package io.mcpbridge.test;

/** A newly opened HTTP+SSE stream, for {@link SseEndpoint}. */
public final class SseOpening {

  private final ServerEventStream stream;
  private final String origin;
  private final String path;

  SseOpening(ServerEventStream stream, String origin, String path) {
    this.stream = stream;
    this.origin = origin;
    this.path = path;
  }

  /** Scheme, host and port of this server. */
  public String origin() {
    return origin;
  }

  /** The endpoint for messages of this client: path and query. */
  public String path() {
    return path;
  }

  /** Sends an {@code endpoint} event. */
  public void endpoint(String uri) {
    event("endpoint", uri);
  }

  /** Sends any event. */
  public void event(String name, String data) {
    stream.named(name, data);
  }

  /** Sends a comment. */
  public void comment(String text) {
    stream.comment(text);
  }
}
