package io.mcpbridge.spring.boot;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/** Terminates TLS for a plain server, and accepts only clients with a trusted certificate. */
final class TlsTerminatingProxy implements AutoCloseable {

  private final URI origin;
  private final SSLServerSocket listening;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<String> clients = new CopyOnWriteArrayList<>();

  TlsTerminatingProxy(SSLContext context, String origin) {
    this.origin = URI.create(origin);
    try {
      listening =
          (SSLServerSocket)
              context
                  .getServerSocketFactory()
                  .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    listening.setNeedClientAuth(true);
    threads.execute(this::accept);
  }

  String url() {
    return "https://localhost:" + listening.getLocalPort() + origin.getPath();
  }

  /** The subjects of the client certificates, one for each connection. */
  List<String> clients() {
    return clients;
  }

  /** Closes all connections, so that the next request opens a new one. */
  void disconnect() {
    open.forEach(TlsTerminatingProxy::close);
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        SSLSocket client = (SSLSocket) listening.accept();
        open.add(client);
        threads.execute(() -> letIn(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void letIn(SSLSocket client) {
    try {
      client.startHandshake();
      SSLSession session = client.getSession();
      clients.add(
          ((X509Certificate) session.getPeerCertificates()[0]).getSubjectX500Principal().getName());
      Socket server = new Socket(origin.getHost(), origin.getPort());
      open.add(server);
      threads.execute(() -> copy(server, client));
      copy(client, server);
    } catch (IOException refused) {
      close(client);
    }
  }

  static void copy(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] bytes = new byte[8192];
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        out.write(bytes, 0, count);
        out.flush();
      }
    } catch (IOException closed) {
      // the client or the server has disconnected
    }
  }

  static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // nothing else is needed
    }
  }

  @Override
  public void close() {
    close(listening);
    disconnect();
    threads.shutdown();
    try {
      threads.awaitTermination(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
