package io.mcpbridge.spring.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** An HTTP CONNECT proxy that records its requests. */
final class ConnectProxy implements AutoCloseable {

  private final ServerSocket listening;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  ConnectProxy() {
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** The CONNECT requests with their headers. */
  List<String> requests() {
    return requests;
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        open.add(client);
        threads.execute(() -> tunnel(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void tunnel(Socket client) {
    try {
      String request = request(client.getInputStream());
      requests.add(request);
      String[] target = request.split(" ")[1].split(":");
      Socket server = new Socket(target[0], Integer.parseInt(target[1]));
      open.add(server);
      client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      threads.execute(() -> TlsTerminatingProxy.copy(server, client));
      TlsTerminatingProxy.copy(client, server);
    } catch (IOException refused) {
      TlsTerminatingProxy.close(client);
    }
  }

  private static String request(InputStream in) throws IOException {
    StringBuilder request = new StringBuilder();
    while (request.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("no request");
      }
      request.append((char) next);
    }
    return request.toString();
  }

  @Override
  public void close() {
    TlsTerminatingProxy.close(listening);
    open.forEach(TlsTerminatingProxy::close);
    threads.shutdown();
    try {
      threads.awaitTermination(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
