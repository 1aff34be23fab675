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

/** Stands between a client and a server over HTTP, and cuts all their connections when told to. */
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

  /** Ends what is connected now; later connections go through. */
  void cut() {
    connected.drainPermits();
    open.forEach(Proxy::close);
    open.clear();
  }

  /** Whether somebody connects, or has since the cut. */
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
        // The loop ends if it is this proxy that was closed.
      }
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException broken) {
      // As at the end of the stream.
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
