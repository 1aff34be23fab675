package io.mcpbridge.test;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the requests of one socket. Each is answered on another thread, so that this one notices
 * when the client hangs up in the meantime.
 */
final class HttpConnection implements Runnable, Connection {

  private final HttpDoor door;
  private final FakeMcpServer server;
  private final Socket socket;
  private final int number;
  private volatile boolean dropped;

  HttpConnection(HttpDoor door, Socket socket) {
    this.door = door;
    this.server = door.server();
    this.socket = socket;
    this.number = server.connected(this);
  }

  @Override
  public void run() {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
      OutputStream out = socket.getOutputStream();
      HttpRequest request = HttpRequest.read(in, out);
      while (request != null && serve(request, in, out)) {
        request = HttpRequest.read(in, out);
      }
    } catch (IOException | InterruptedException ended) {
      // by the client, or by closing the server
    } finally {
      door.gone(this);
      server.gone(this);
    }
  }

  /** Whether a further request may come. */
  private boolean serve(HttpRequest request, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    HttpOutlet outlet = new HttpOutlet(door, this, out, request.wantsToStay());
    if (refused(request, outlet)) {
      return request.wantsToStay();
    }
    ReceivedMessage received =
        Incoming.read(request.body(), request.method(), request.headers(), number);
    Turn turn = server.accept(received, door.conversation(received.headers()), outlet);
    checkManners(received);
    server.threads().run(turn::run);
    boolean more = false;
    try {
      more = anotherByte(in);
    } finally {
      if (!more && outlet.hungUp() && !dropped) {
        server.protocol().clientLeft(turn);
      }
    }
    outlet.awaitEnd();
    return more && request.wantsToStay();
  }

  private static boolean anotherByte(InputStream in) throws IOException {
    in.mark(1);
    if (in.read() < 0) {
      return false;
    }
    in.reset();
    return true;
  }

  private static boolean refused(HttpRequest request, HttpOutlet outlet) {
    if (!request.path().equals(HttpDoor.PATH)) {
      outlet.http(404, Map.of(), new byte[0]);
      return true;
    }
    @Nullable String origin = request.headers().get("Origin");
    if (origin != null && !origin.matches("https?://(localhost|127\\.0\\.0\\.1)(:\\d+)?")) {
      outlet.http(403, Map.of(), "foreign Origin".getBytes(StandardCharsets.UTF_8));
      return true;
    }
    if (!List.of("POST", "GET", "DELETE").contains(request.method())) {
      outlet.http(405, Map.of("Allow", "POST, GET, DELETE"), new byte[0]);
      return true;
    }
    return false;
  }

  private void checkManners(ReceivedMessage received) {
    if (!"POST".equals(received.httpMethod())) {
      return;
    }
    String accept = String.valueOf(received.header("Accept"));
    if (!accept.contains("application/json") || !accept.contains("text/event-stream")) {
      server.violation(
          received.method()
              + " must accept application/json and text/event-stream, but says "
              + accept);
    }
    String type = String.valueOf(received.header("Content-Type"));
    if (!type.startsWith("application/json")) {
      server.violation(received.method() + " must be application/json, but says " + type);
    }
  }

  @Override
  public void drop() {
    dropped = true;
    try {
      socket.close();
    } catch (IOException alreadyBroken) {
      // which is what was wanted
    }
  }
}
