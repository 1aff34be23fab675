package io.mcpbridge.test;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The HTTP+SSE endpoint of a {@link FakeMcpServer} (2024-11-05, HTTP with SSE), on the loopback
 * interface. A GET opens a stream, whose {@code endpoint} event names the URL for POSTs; responses
 * arrive on the stream. Supports only revisions with {@code initialize}. Created and opened by
 * {@link FakeMcpServer#httpSse()}. Thread-safe.
 *
 * <pre>{@code
 * server.httpSse().endpoint(SseEndpoint.absolute());
 * String url = server.httpSse().url();
 * }</pre>
 *
 * <p>The POST of a message counts as its HTTP request: {@link Faults#httpStatus} answers the POST,
 * everything else happens on the stream.
 */
public final class HttpSseEndpoint {

  private final FakeMcpServer server;
  private final HttpSse site;
  private final HttpListener listener;
  private volatile SseEndpoint endpoint = SseEndpoint.relative();
  private volatile SseFormat format = SseFormat.standard();
  private volatile int refusal = 405;
  private volatile int confirmation = 202;
  private volatile String confirmationBody = "Accepted";
  private volatile boolean answersFirst;
  private volatile boolean opensForPosts;

  HttpSseEndpoint(FakeMcpServer server) {
    this.server = server;
    this.site = new HttpSse(this);
    this.listener = new HttpListener(site);
  }

  /** The URL of the stream, which ends in {@code /sse}. */
  public String url() {
    return listener.url(HttpSse.STREAM);
  }

  /** The port, constant for the lifetime of the server. */
  public int port() {
    return listener.port();
  }

  /** How the server advertises its message endpoint; default {@link SseEndpoint#relative()}. */
  public HttpSseEndpoint endpoint(SseEndpoint how) {
    endpoint = how;
    return this;
  }

  /** The format of events; default {@link SseFormat#standard()}. */
  public HttpSseEndpoint spelling(SseFormat how) {
    format = how;
    return this;
  }

  /** The status of a POST to the stream's URL; default 405, other servers return 404 or 400. */
  public HttpSseEndpoint refusingPostsToTheStream(int httpStatus) {
    refusal = httpStatus;
    return this;
  }

  /** Lets a POST to the stream's URL open a stream, as a GET does; its message is lost. */
  public HttpSseEndpoint openingStreamsForPosts() {
    opensForPosts = true;
    return this;
  }

  /** The acknowledgment of messages; default 202 and {@code Accepted}. */
  public HttpSseEndpoint confirming(int httpStatus, String body) {
    confirmation = httpStatus;
    confirmationBody = body;
    return this;
  }

  /** Acknowledges a request only after its response was sent on the stream. */
  public HttpSseEndpoint answeringFirst() {
    answersFirst = true;
    return this;
  }

  /** The number of open streams. */
  public int openStreams() {
    return site.streams().size();
  }

  /** Ends all streams normally. */
  public void closeStreams() {
    site.streams().forEach(ServerEventStream::end);
  }

  /** Breaks all streams, as a network would. */
  public void dropStreams() {
    site.streams().forEach(ServerEventStream::drop);
  }

  /** Sends a comment on all streams, as a keep-alive. */
  public void keepAlive() {
    site.streams().forEach(stream -> stream.comment("keep-alive"));
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

  String origin() {
    return listener.url("");
  }

  SseEndpoint endpoint() {
    return endpoint;
  }

  SseFormat format() {
    return format;
  }

  int refusal() {
    return refusal;
  }

  int confirmation() {
    return confirmation;
  }

  byte[] confirmationBody() {
    return confirmationBody.getBytes(StandardCharsets.UTF_8);
  }

  boolean opensForPosts() {
    return opensForPosts;
  }

  boolean answersFirst() {
    return answersFirst;
  }

  FakeMcpServer server() {
    return server;
  }
}
