package io.mcpbridge.test.internal.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Accepts connections on a port of the loopback interface, the same one for its whole lifetime. */
final class HttpListener {

  private final HttpRequestHandler requestHandler;
  private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();
  private final PortReservation port = new PortReservation();
  private @Nullable ServerSocket socket;
  private CountDownLatch acceptLoopEnded = new CountDownLatch(0);

  HttpListener(HttpRequestHandler requestHandler) {
    this.requestHandler = requestHandler;
  }

  /** The URL of a path, which begins with a slash. */
  String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  int port() {
    return port.number();
  }

  /**
   * @throws UncheckedIOException if another process has taken the port
   */
  synchronized void start() {
    if (socket != null) {
      return;
    }
    try {
      ServerSocket opened = port.listen();
      CountDownLatch over = new CountDownLatch(1);
      socket = opened;
      acceptLoopEnded = over;
      requestHandler.server().threads().run(() -> accept(opened, over));
    } catch (IOException e) {
      throw new UncheckedIOException("port " + port.number(), e);
    }
  }

  synchronized void stop() {
    if (socket == null) {
      return;
    }
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      socket = null;
    }
    awaitNobodyAccepts();
    connections.forEach(HttpConnection::drop);
  }

  /** The system accepts connections until the accepting thread has returned. */
  private void awaitNobodyAccepts() {
    try {
      acceptLoopEnded.await(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes it for good. */
  void close() {
    stop();
    port.close();
  }

  void remove(HttpConnection connection) {
    connections.remove(connection);
  }

  private void accept(ServerSocket listening, CountDownLatch over) {
    try {
      accept(listening);
    } finally {
      over.countDown();
    }
  }

  private void accept(ServerSocket listening) {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        HttpConnection connection = new HttpConnection(this, requestHandler, client);
        connections.add(connection);
        if (listening.isClosed()) {
          connection.drop();
        }
        requestHandler.server().threads().run(connection);
      } catch (IOException stopped) {
        // the loop ends with the listener; ignore a client that left before it was accepted
      }
    }
  }
}
