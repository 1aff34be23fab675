package io.mcpbridge.oauth;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy that connects all tunnels to one port of this machine. */
final class TunnelProxy implements AutoCloseable {

  private final ServerSocket listener;
  private final int target;
  private final String answer;
  private final List<String> requestHeads = new CopyOnWriteArrayList<>();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  /**
   * @param answer the status line; a tunnel is opened only for a 200; no response if empty
   */
  TunnelProxy(int target, String answer) throws IOException {
    this.listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    this.target = target;
    this.answer = answer;
    start(this::accept);
  }

  URI url(String userInfo) {
    return URI.create("http://" + userInfo + "localhost:" + listener.getLocalPort());
  }

  /** The request heads. */
  List<String> requestHeads() {
    return requestHeads;
  }

  private void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // the other side has closed, or the test is over
              }
            },
            "proxy");
    threads.add(thread);
    thread.start();
  }

  private interface Work {
    void run() throws IOException;
  }

  private void accept() throws IOException {
    while (!listener.isClosed()) {
      Socket client = listener.accept();
      sockets.add(client);
      start(() -> serve(client));
    }
  }

  private void serve(Socket client) throws IOException {
    InputStream in = client.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        return;
      }
      head.append((char) next);
    }
    requestHeads.add(head.toString());
    if (answer.isEmpty()) {
      return;
    }
    OutputStream out = client.getOutputStream();
    out.write((answer + "\r\nContent-Length: 0\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    if (!answer.contains(" 200 ")) {
      client.close();
      return;
    }
    Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
    sockets.add(server);
    start(() -> pump(server, client));
    pump(client, server);
  }

  private static void pump(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    for (Thread thread : threads) {
      thread.join(60_000);
    }
  }
}
