package io.mcpbridge.test;

import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The Streamable HTTP endpoint of a {@link FakeMcpServer}, on the loopback interface. Created and
 * opened by {@link FakeMcpServer#http()}. Thread-safe.
 */
public final class HttpEndpoint {

  private final FakeMcpServer server;
  private final HttpStreams streams;
  private final HttpListener listener;
  private volatile boolean sessions = true;
  private volatile boolean stream = true;
  private volatile boolean headersImmediately = true;
  private volatile ResponseFormat form = ResponseFormat.AS_NEEDED;
  private volatile SseFormat format = SseFormat.standard();
  private volatile @Nullable StreamResumability streamResumability;

  HttpEndpoint(FakeMcpServer server) {
    this.server = server;
    this.streams = new HttpStreams(this);
    this.listener = new HttpListener(new StreamableHttp(this, streams));
  }

  /** The URL of the MCP endpoint. */
  public String url() {
    return listener.url(StreamableHttp.PATH);
  }

  /** The port, constant for the lifetime of the server. */
  public int port() {
    return listener.port();
  }

  /** Disables sessions: {@code initialize} returns no {@code Mcp-Session-Id}. */
  public HttpEndpoint withoutSessions() {
    sessions = false;
    return this;
  }

  /** Refuses GET (405), as servers may. */
  public HttpEndpoint withoutStream() {
    stream = false;
    return this;
  }

  /**
   * Delays the response headers of a GET until there is a message for its stream, as some servers
   * and proxies do.
   */
  public HttpEndpoint delayingHeaders() {
    headersImmediately = false;
    return this;
  }

  /**
   * Lets clients resume broken streams, those of GET and those of POST. Applies to streams opened
   * from now on, in the revisions that support it; default off.
   */
  public HttpEndpoint resumable(StreamResumability how) {
    streamResumability = how;
    return this;
  }

  /** The form of responses; default {@link ResponseFormat#AS_NEEDED}. */
  public HttpEndpoint answering(ResponseFormat how) {
    form = how;
    return this;
  }

  /** The format of events; default {@link SseFormat#standard()}. */
  public HttpEndpoint spelling(SseFormat how) {
    format = how;
    return this;
  }

  /** The number of open GET streams. */
  public int openStreams() {
    return streams.connected().size();
  }

  /** Ends all GET streams normally. */
  public void closeStreams() {
    streams.connected().forEach(ServerEventStream::pause);
  }

  /** Breaks all GET streams, as a network would. */
  public void dropStreams() {
    streams.connected().forEach(ServerEventStream::drop);
  }

  /** Sends a comment on all GET streams, as a keep-alive. */
  public void keepAlive() {
    streams.connected().forEach(open -> open.comment("keep-alive"));
  }

  /**
   * Accepts connections again, on the same port. Does nothing if already started.
   *
   * @throws UncheckedIOException if another process has taken the port
   */
  public void start() {
    listener.start();
  }

  /**
   * Refuses connections from now on, and drops the existing ones. Does nothing if already stopped.
   */
  public void stop() {
    listener.stop();
  }

  /** Closes it together with its server. */
  void close() {
    listener.close();
  }

  boolean keepsSessions() {
    return sessions;
  }

  boolean offersStream() {
    return stream;
  }

  boolean sendsHeadersImmediately() {
    return headersImmediately;
  }

  @Nullable StreamResumability streamResumability() {
    return streamResumability;
  }

  ResponseFormat form() {
    return form;
  }

  SseFormat format() {
    return format;
  }

  FakeMcpServer server() {
    return server;
  }
}
