package io.mcpbridge.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ServerSocketFactory;

/** A TCP server that is no MCP server: what it does with each connection is scripted. */
final class PeerServer implements AutoCloseable {

  /** Handles one connection on a thread of its own. */
  interface Script {
    void serve(Socket socket) throws Exception;
  }

  private final ServerSocket listener;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  PeerServer(Script script) {
    this(ServerSocketFactory.getDefault(), script);
  }

  PeerServer(ServerSocketFactory factory, Script script) {
    try {
      listener = factory.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(
        () -> {
          while (true) {
            Socket socket = listener.accept();
            sockets.add(socket);
            daemon(
                () -> {
                  try (socket) {
                    script.serve(socket);
                  }
                });
          }
        });
  }

  /** Answers every request with the same HTTP response. */
  static PeerServer http(String status, String headers, String body) {
    return new PeerServer(
        socket -> {
          while (readRequest(socket)) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            String head =
                "HTTP/1.1 "
                    + status
                    + "\r\n"
                    + headers
                    + "Content-Length: "
                    + bytes.length
                    + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
          }
        });
  }

  /** Reads one request with its body; false at the end. */
  static boolean readRequest(Socket socket) throws IOException {
    return !readHead(socket).isEmpty();
  }

  /** Reads one request with its body, and returns what precedes that; empty at the end. */
  static String readHead(Socket socket) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        return "";
      }
      head.append((char) next);
    }
    Matcher length = Pattern.compile("(?i)content-length: (\\d+)").matcher(head);
    if (length.find()) {
      socket.getInputStream().readNBytes(Integer.parseInt(length.group(1)));
    }
    return head.toString();
  }

  int port() {
    return listener.getLocalPort();
  }

  String url() {
    return "http://127.0.0.1:" + port() + "/mcp";
  }

  private static void daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Exception closed) {
                // the peer or the test ended the connection
              }
            },
            "peer-server");
    thread.setDaemon(true);
    thread.start();
  }

  private interface Work {
    void run() throws Exception;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
