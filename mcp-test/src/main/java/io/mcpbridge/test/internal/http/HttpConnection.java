package io.mcpbridge.test.internal.http;

import io.mcpbridge.test.internal.message.DroppableConnection;
import io.mcpbridge.test.internal.server.ServerCore;
import io.mcpbridge.test.internal.server.Turn;
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
 * Reads the requests of one socket. Each is answered on another thread, so that this one detects a
 * disconnect in the meantime.
 */
final class HttpConnection implements Runnable, DroppableConnection {

  private final HttpListener listener;
  private final LoopbackEndpoint endpoint;
  private final ServerCore server;
  private final Socket socket;
  private final int number;
  private volatile boolean dropped;

  HttpConnection(HttpListener listener, LoopbackEndpoint endpoint, Socket socket) {
    this.listener = listener;
    this.endpoint = endpoint;
    this.server = endpoint.server();
    this.socket = socket;
    this.number = server.clients().connected(this);
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
      listener.remove(this);
      server.clients().disconnected(this);
    }
  }

  /** Whether a further request may follow. */
  private boolean serve(HttpRequest request, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    HttpReply reply = new HttpReply(this, out, request.wantsToStay());
    Turn serverTurn = refused(request, reply) ? null : endpoint.accept(request, reply, number);
    if (serverTurn == null) {
      return request.wantsToStay();
    }
    server.threads().run(serverTurn::run);
    boolean hasNextRequest = false;
    try {
      hasNextRequest = anotherByte(in);
    } finally {
      if (!hasNextRequest && reply.hungUp() && !dropped) {
        server.protocol().clientLeft(serverTurn);
      }
    }
    reply.awaitEnd();
    return hasNextRequest && request.wantsToStay();
  }

  private static boolean anotherByte(InputStream in) throws IOException {
    in.mark(1);
    if (in.read() < 0) {
      return false;
    }
    in.reset();
    return true;
  }

  private static boolean refused(HttpRequest request, HttpReply reply) {
    @Nullable String origin = request.headers().get("Origin");
    if (origin != null && !origin.matches("https?://(localhost|127\\.0\\.0\\.1)(:\\d+)?")) {
      reply.send(403, Map.of(), "foreign Origin".getBytes(StandardCharsets.UTF_8));
      return true;
    }
    if (!List.of("POST", "GET", "DELETE").contains(request.method())) {
      reply.send(405, Map.of("Allow", "POST, GET, DELETE"), new byte[0]);
      return true;
    }
    return false;
  }

  @Override
  public void drop() {
    dropped = true;
    close();
  }

  void close() {
    try {
      socket.close();
    } catch (IOException alreadyBroken) {
      // closed as intended
    }
  }
}
