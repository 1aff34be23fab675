package io.mcpbridge.verification.benchmarks.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Streamable HTTP on plain sockets, with one thread per connection. {@code /json} responds with
 * JSON, {@code /sse} with a stream of one event.
 */
public final class HttpServer implements AutoCloseable {

  private final ServerSocket listening;
  private final Answers answers;
  private final long greetingMillis;
  private final Gate gate = new Gate();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** Listens on a free local port. */
  public HttpServer(int tools) throws IOException {
    this(tools, 0);
  }

  /**
   * Listens on a free local port.
   *
   * @param greetingMillis delay of the response to {@code initialize}
   */
  public HttpServer(int tools, long greetingMillis) throws IOException {
    this.greetingMillis = greetingMillis;
    this.answers = new Answers(tools);
    this.listening = new ServerSocket(0, 2_000, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  /** The port that it listens on. */
  public int port() {
    return listening.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        open.add(socket);
        start(() -> serve(socket));
      }
    } catch (IOException closed) {
      // the expected end
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      new HttpConversation(socket, answers, greetingMillis, gate).run();
    } catch (IOException | InterruptedException clientIsGone) {
      // the expected end of a connection
    } finally {
      open.remove(socket);
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(null, work, "measure-http", 64 * 1024);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
