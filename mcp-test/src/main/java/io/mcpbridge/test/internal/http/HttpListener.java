package io.mcpbridge.test.internal.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Accepts connections on a port of the loopback interface, the same one for its whole lifetime. */
final class HttpListener {

  private final LoopbackEndpoint endpoint;
  private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();
  private final PortReservation port = new PortReservation();
  private @Nullable ServerSocket socket;
  private CountDownLatch acceptLoopEnded = new CountDownLatch(0);

  HttpListener(LoopbackEndpoint endpoint) {
    this.endpoint = endpoint;
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
      endpoint.server().threads().run(() -> accept(opened, over));
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
        HttpConnection connection = new HttpConnection(this, endpoint, client);
        connections.add(connection);
        if (listening.isClosed()) {
          connection.drop();
        }
        endpoint.server().threads().run(connection);
      } catch (IOException stopped) {
        // the loop ends with the listener; ignore a client that left before it was accepted
      }
    }
  }

  /**
   * Keeps a port of the loopback interface reserved while no server listens: a bound, idle socket
   * holds it. Without it, the system would occasionally assign the port of a stopped server to
   * another program, or to the client itself.
   */
  private static final class PortReservation implements AutoCloseable {

    private static final int BACKLOG = 2048;

    private @Nullable Socket place;
    private int number;

    /** The port number; 0 before the first {@link #listen()}. */
    synchronized int number() {
      return number;
    }

    /** Listens on the port, the same one each time. */
    synchronized ServerSocket listen() throws IOException {
      if (place == null) {
        place = bound(0);
        number = place.getLocalPort();
      }
      try {
        return listening();
      } catch (IOException e) {
        // Not every system lets two sockets of one program share a port.
        place.close();
        return listening();
      }
    }

    private ServerSocket listening() throws IOException {
      ServerSocket socket = new ServerSocket();
      socket.setReuseAddress(true);
      try {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), number), BACKLOG);
      } catch (IOException e) {
        socket.close();
        throw e;
      }
      return socket;
    }

    private static Socket bound(int port) throws IOException {
      Socket socket = new Socket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return socket;
    }

    @Override
    public synchronized void close() {
      try {
        if (place != null) {
          place.close();
        }
      } catch (IOException gone) {
        // and with it the reservation
      }
    }
  }
}
