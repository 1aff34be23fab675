package io.mcpbridge.transport.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Writes the response to one request. */
public final class Answer {

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  Answer(Socket socket, InputStream in) throws IOException {
    this.socket = socket;
    this.in = in;
    this.out = socket.getOutputStream();
  }

  /** A result for a request, as JSON text. */
  public static String result(String id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}";
  }

  /** A progress notification, as JSON text. */
  public static String progress(int value) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progress\":"
        + value
        + "}}";
  }

  public void raw(String text) throws IOException {
    raw(text.getBytes(StandardCharsets.UTF_8));
  }

  void raw(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /** A whole JSON response; headers are full lines. */
  public void json(int status, String body, String... headers) throws IOException {
    respond(status, "application/json", body, headers);
  }

  public void respond(int status, String contentType, String body, String... headers)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String type = contentType == null ? "" : "Content-Type: " + contentType + "\r\n";
    raw(
        "HTTP/1.1 "
            + status
            + " X\r\n"
            + type
            + lines(headers)
            + "Content-Length: "
            + bytes.length
            + "\r\n\r\n"
            + body);
  }

  /** A successful result for the request. */
  public void result(ScriptedServer.Request request) throws IOException {
    json(200, result(request.id()));
  }

  public void accepted() throws IOException {
    raw("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
  }

  /** The headers of an event stream. */
  public void stream(String... headers) throws IOException {
    raw(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
            + lines(headers)
            + "Transfer-Encoding: chunked\r\n\r\n");
  }

  public void chunk(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    raw(Integer.toHexString(bytes.length) + "\r\n" + text + "\r\n");
  }

  public void event(String data) throws IOException {
    chunk("event: message\ndata: " + data + "\n\n");
  }

  public void endOfStream() throws IOException {
    raw("0\r\n\r\n");
  }

  /** Waits until the client closes the connection. */
  public void awaitClosed() {
    try {
      while (in.read() >= 0) {
        // no more requests are expected
      }
    } catch (IOException reset) {
      // closed as well
    }
  }

  /** Acts as a proxy: connects to a server on this machine and relays both directions. */
  void tunnel(String authority) throws IOException, InterruptedException {
    int port = Integer.parseInt(authority.substring(authority.lastIndexOf(':') + 1));
    try (Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
      raw("HTTP/1.1 200 Connection established\r\n\r\n");
      Thread back = new Thread(() -> pass(server, out), "scripted-proxy");
      back.start();
      in.transferTo(server.getOutputStream());
      server.shutdownOutput();
      back.join(60_000);
    }
  }

  private static void pass(Socket from, OutputStream to) {
    try {
      from.getInputStream().transferTo(to);
    } catch (IOException clientWentAway) {
      // as tests end
    }
  }

  public void close() throws IOException {
    socket.close();
  }

  /** Closes the connection with a reset instead of an end. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  private static String lines(String... headers) {
    return headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
  }
}
