package io.mcpbridge.realservers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** An HTTP proxy between client and server that closes all connections on command. */
final class Proxy implements AutoCloseable {

  private final URI server;
  private final ServerSocket listening;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final Semaphore connected = new Semaphore(0);

  Proxy(String serverUrl) {
    this.server = URI.create(serverUrl);
    try {
      this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + listening.getLocalPort() + server.getPath();
  }

  /** Closes all current connections; later ones are forwarded. */
  void cut() {
    connected.drainPermits();
    open.forEach(Proxy::close);
    open.clear();
  }

  /** Whether a client is connected, or connects in time, since the cut. */
  boolean awaitConnection(Duration limit) throws InterruptedException {
    return connected.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        Socket target = new Socket(InetAddress.getLoopbackAddress(), server.getPort());
        open.addAll(List.of(client, target));
        connected.release();
        daemon(() -> copy(client, target));
        daemon(() -> copy(target, client));
      } catch (IOException closed) {
        // The accept loop ends if the proxy itself was closed.
      }
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException broken) {
      // Same as end of stream.
    }
    close(from);
    close(to);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
  }
}
