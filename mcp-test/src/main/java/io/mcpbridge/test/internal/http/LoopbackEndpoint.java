package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.exchange.SseFormat;
import io.mcpbridge.test.internal.server.ServerCore;
import io.mcpbridge.test.internal.server.Turn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An HTTP endpoint with event streams, on a port of the loopback interface. */
abstract class LoopbackEndpoint {

  private final ServerCore server;
  private final HttpListener listener;
  private volatile SseFormat format = SseFormat.standard();

  LoopbackEndpoint(ServerCore server) {
    this.server = server;
    this.listener = new HttpListener(this);
  }

  /**
   * Handles a request.
   *
   * @return the server's turn, for the caller to run; {@code null} if the request was answered
   *     already
   */
  abstract @Nullable Turn accept(HttpRequest request, HttpReply reply, int connection);

  /** The open streams for unsolicited messages. */
  abstract List<ServerEventStream> streams();

  final ServerCore server() {
    return server;
  }

  /** The URL of a path, which begins with a slash. */
  final String url(String path) {
    return listener.url(path);
  }

  final SseFormat format() {
    return format;
  }

  final void format(SseFormat format) {
    this.format = format;
  }

  public int port() {
    return listener.port();
  }

  public int openStreams() {
    return streams().size();
  }

  public void dropStreams() {
    streams().forEach(ServerEventStream::drop);
  }

  public void keepAlive() {
    streams().forEach(stream -> stream.comment("keep-alive"));
  }

  public void start() {
    listener.start();
  }

  public void stop() {
    listener.stop();
  }

  /** Closes it together with its server. */
  public void close() {
    listener.close();
  }
}
