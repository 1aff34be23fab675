package io.mcpbridge.test.exchange;

/**
 * The HTTP+SSE endpoint of a {@link io.mcpbridge.test.FakeMcpServer} (2024-11-05, HTTP with SSE),
 * on the loopback interface. A GET opens a stream, whose {@code endpoint} event names the URL for
 * POSTs; responses arrive on the stream. Supports only revisions with {@code initialize}. Created
 * and opened by {@link io.mcpbridge.test.FakeMcpServer#httpSse()}. Thread-safe.
 *
 * <pre>{@code
 * server.httpSse().endpoint(SseEndpoint.absolute());
 * String url = server.httpSse().url();
 * }</pre>
 *
 * <p>The POST of a message counts as its HTTP request: {@link io.mcpbridge.test.Faults#httpStatus}
 * answers the POST, everything else happens on the stream.
 */
public interface HttpSseEndpoint {

  /** The URL of the stream, which ends in {@code /sse}. */
  String url();

  /** The port, constant for the lifetime of the server. */
  int port();

  /** How the server advertises its message endpoint; default {@link SseEndpoint#relative()}. */
  HttpSseEndpoint endpoint(SseEndpoint endpoint);

  /** The format of events; default {@link SseFormat#standard()}. */
  HttpSseEndpoint spelling(SseFormat format);

  /** The status of a POST to the stream's URL; default 405, other servers return 404 or 400. */
  HttpSseEndpoint refusingPostsToTheStream(int httpStatus);

  /** Lets a POST to the stream's URL open a stream, as a GET does; its message is lost. */
  HttpSseEndpoint openingStreamsForPosts();

  /** The acknowledgment of messages; default 202 and {@code Accepted}. */
  HttpSseEndpoint confirming(int httpStatus, String body);

  /** Acknowledges a request only after its response was sent on the stream. */
  HttpSseEndpoint answeringFirst();

  /** The number of open streams. */
  int openStreams();

  /** Ends all streams normally. */
  void closeStreams();

  /** Breaks all streams, as a network would. */
  void dropStreams();

  /** Sends a comment on all streams, as a keep-alive. */
  void keepAlive();

  /**
   * Accepts connections again, on the same port. Does nothing if already started.
   *
   * @throws java.io.UncheckedIOException if another process has taken the port
   */
  void start();

  /**
   * Refuses connections from now on, and drops the existing ones. Does nothing if already stopped.
   */
  void stop();
}
