package io.mcpbridge.test;

import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The Streamable HTTP door of a {@link FakeMcpServer}, on the loopback interface. Made and opened
 * by {@link FakeMcpServer#http()}. Thread-safe.
 */
public final class HttpDoor {

  private final FakeMcpServer server;
  private final HttpStreams streams;
  private final HttpListener listener;
  private volatile boolean sessions = true;
  private volatile boolean stream = true;
  private volatile boolean headAtOnce = true;
  private volatile AnswerForm form = AnswerForm.AS_NEEDED;
  private volatile SseFormat format = SseFormat.standard();
  private volatile @Nullable Resumption resumption;

  HttpDoor(FakeMcpServer server) {
    this.server = server;
    this.streams = new HttpStreams(this);
    this.listener = new HttpListener(new StreamableHttp(this, streams));
  }

  /** The address of the MCP endpoint. */
  public String url() {
    return listener.url(StreamableHttp.PATH);
  }

  /** The port, the same for as long as the server lives. */
  public int port() {
    return listener.port();
  }

  /** Keeps no sessions: {@code initialize} hands out no {@code Mcp-Session-Id}. */
  public HttpDoor withoutSessions() {
    sessions = false;
    return this;
  }

  /** Offers no stream for GET (405), as servers may. */
  public HttpDoor withoutStream() {
    stream = false;
    return this;
  }

  /**
   * Answers a GET with nothing, not even the head, until there is something to say in its stream,
   * as some servers and proxies do.
   */
  public HttpDoor withholdingTheHead() {
    headAtOnce = false;
    return this;
  }

  /**
   * Lets clients take up broken streams again, those of GET and those of POST. Concerns streams
   * that are opened from now on, in the revisions that have it; the default is not to.
   */
  public HttpDoor resumable(Resumption how) {
    resumption = how;
    return this;
  }

  /** In what form requests are answered; default {@link AnswerForm#AS_NEEDED}. */
  public HttpDoor answering(AnswerForm how) {
    form = how;
    return this;
  }

  /** How events are spelled; default {@link SseFormat#standard()}. */
  public HttpDoor spelling(SseFormat how) {
    format = how;
    return this;
  }

  /** How many streams are open that a client opened with GET. */
  public int openStreams() {
    return streams.heard().size();
  }

  /** Closes the streams that clients opened with GET, in good order. */
  public void closeStreams() {
    streams.heard().forEach(EventStream::pause);
  }

  /** Breaks the streams that clients opened with GET, as a network would. */
  public void dropStreams() {
    streams.heard().forEach(EventStream::drop);
  }

  /** Writes a comment into the streams that clients opened with GET, to keep them alive. */
  public void keepAlive() {
    streams.heard().forEach(open -> open.comment("keep-alive"));
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

  boolean keepsSessions() {
    return sessions;
  }

  boolean offersStream() {
    return stream;
  }

  boolean sendsHeadAtOnce() {
    return headAtOnce;
  }

  @Nullable Resumption resumption() {
    return resumption;
  }

  AnswerForm form() {
    return form;
  }

  SseFormat format() {
    return format;
  }

  FakeMcpServer server() {
    return server;
  }
}
