package io.mcpbridge.test;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The HTTP+SSE door of a {@link FakeMcpServer} (2024-11-05, HTTP with SSE), on the loopback
 * interface. A GET opens a stream, in which an {@code endpoint} event says where to POST messages;
 * the answers come in the stream. Only revisions that begin with {@code initialize} are spoken
 * here. Made and opened by {@link FakeMcpServer#httpSse()}. Thread-safe.
 *
 * <pre>{@code
 * server.httpSse().endpoint(SseEndpoint.absolute());
 * String url = server.httpSse().url();
 * }</pre>
 *
 * <p>What a message is POSTed with counts as its HTTP request: {@link Misbehaviours#httpStatus}
 * answers the POST, everything else happens in the stream.
 */
public final class HttpSseDoor {

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

  HttpSseDoor(FakeMcpServer server) {
    this.server = server;
    this.site = new HttpSse(this);
    this.listener = new HttpListener(site);
  }

  /** The address of the stream, which ends in {@code /sse}. */
  public String url() {
    return listener.url(HttpSse.STREAM);
  }

  /** The port, the same for as long as the server lives. */
  public int port() {
    return listener.port();
  }

  /** How clients learn where to send messages; default {@link SseEndpoint#relative()}. */
  public HttpSseDoor endpoint(SseEndpoint how) {
    endpoint = how;
    return this;
  }

  /** How events are spelled; default {@link SseFormat#standard()}. */
  public HttpSseDoor spelling(SseFormat how) {
    format = how;
    return this;
  }

  /** What a POST to the address of the stream gets; default 405, others say 404 or 400. */
  public HttpSseDoor refusingPostsToTheStream(int httpStatus) {
    refusal = httpStatus;
    return this;
  }

  /** A POST to the address of the stream opens one, as a GET does: its message is lost. */
  public HttpSseDoor openingStreamsForPosts() {
    opensForPosts = true;
    return this;
  }

  /** How messages are confirmed; default 202 and {@code Accepted}. */
  public HttpSseDoor confirming(int httpStatus, String body) {
    confirmation = httpStatus;
    confirmationBody = body;
    return this;
  }

  /** Confirms a request only after its response has been sent in the stream. */
  public HttpSseDoor answeringFirst() {
    answersFirst = true;
    return this;
  }

  /** How many streams are open. */
  public int openStreams() {
    return site.streams().size();
  }

  /** Closes all streams, in good order. */
  public void closeStreams() {
    site.streams().forEach(EventStream::end);
  }

  /** Breaks all streams, as a network would. */
  public void dropStreams() {
    site.streams().forEach(EventStream::drop);
  }

  /** Writes a comment into all streams, to keep them alive. */
  public void keepAlive() {
    site.streams().forEach(stream -> stream.comment("keep-alive"));
  }

  /**
   * Opens the door again, on the same port. Does nothing if it is open.
   *
   * @throws UncheckedIOException if somebody else has taken the port
   */
  public void start() {
    listener.start();
  }

  /** Refuses connections from now on, and drops those there are. Does nothing if it is closed. */
  public void stop() {
    listener.stop();
  }

  /** Ends it for good, together with its server. */
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
