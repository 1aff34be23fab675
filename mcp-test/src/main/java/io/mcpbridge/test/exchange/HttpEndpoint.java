package io.mcpbridge.test.exchange;

/**
 * The Streamable HTTP endpoint of a {@link io.mcpbridge.test.FakeMcpServer}, on the loopback
 * interface. Created and opened by {@link io.mcpbridge.test.FakeMcpServer#http()}. Thread-safe.
 */
public interface HttpEndpoint {

  /** The URL of the MCP endpoint. */
  String url();

  /** The port, constant for the lifetime of the server. */
  int port();

  /** Disables sessions: {@code initialize} returns no {@code Mcp-Session-Id}. */
  HttpEndpoint withoutSessions();

  /** Refuses GET (405), as servers may. */
  HttpEndpoint withoutStream();

  /**
   * Delays the response headers of a GET until there is a message for its stream, as some servers
   * and proxies do.
   */
  HttpEndpoint delayingHeaders();

  /** The form of responses; default {@link ResponseFormat#AS_NEEDED}. */
  HttpEndpoint answering(ResponseFormat format);

  /** The format of events; default {@link SseFormat#standard()}. */
  HttpEndpoint spelling(SseFormat format);

  /** The number of open GET streams. */
  int openStreams();

  /** Ends all GET streams normally. */
  void closeStreams();

  /** Breaks all GET streams, as a network would. */
  void dropStreams();

  /** Sends a comment on all GET streams, as a keep-alive. */
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
