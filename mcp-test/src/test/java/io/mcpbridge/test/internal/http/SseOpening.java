package io.mcpbridge.test.internal.http;

/** A newly opened HTTP+SSE stream, for {@link SseEndpoint}. */
public interface SseOpening {

  /** Scheme, host and port of this server. */
  String origin();

  /** The endpoint for messages of this client: path and query. */
  String path();

  /** Sends an {@code endpoint} event. */
  void endpoint(String uri);

  /** Sends any event. */
  void event(String name, String data);

  /** Sends a comment. */
  void comment(String text);
}
