package io.mcpbridge.verification.fuzz;

import io.mcpbridge.json.JsonObject;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** An HTTP server on a loopback port, with one thread per connection. */
final class HttpServer implements AutoCloseable {

  private static final String STREAM =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n";

  private final Lane lane;
  private final Script script;
  private final ServerSocket socket;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

  /** The session's stream, which also carries responses over HTTP+SSE. */
  private volatile @Nullable OutputStream stream;

  HttpServer(Lane lane, Script script) {
    this.lane = lane;
    this.script = script;
    try {
      this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + socket.getLocalPort() + "/mcp";
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        connections.add(connection);
        daemon(() -> serve(connection));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "fuzz-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void serve(Socket connection) {
    try (connection) {
      connection.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(connection.getInputStream());
      OutputStream out = connection.getOutputStream();
      String head = head(in);
      while (head != null && answer(head, in, out)) {
        head = head(in);
      }
    } catch (IOException clientIsGone) {
      // same as the end of its requests
    } finally {
      connections.remove(connection);
    }
  }

  private static @Nullable String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int ends = 0;
    while (ends < 4) {
      int b = in.read();
      if (b < 0) {
        return null;
      }
      head.write(b);
      ends = b == (ends % 2 == 0 ? '\r' : '\n') ? ends + 1 : 0;
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  /** Whether another request may follow. */
  private boolean answer(String head, InputStream in, OutputStream out) throws IOException {
    byte[] body = in.readNBytes(length(head));
    if (head.startsWith("GET ")) {
      return listen(in, out);
    }
    JsonObject request = head.startsWith("POST ") ? Script.request(body) : null;
    HttpReply reply = request == null ? HttpReply.accepted() : reply(request);
    out.write(reply.bytes());
    out.flush();
    if (request != null && lane.wire() == Wire.HTTP_SSE) {
      answerOnStream(script.answer(request));
    }
    return reply.stays();
  }

  private static int length(String head) {
    for (String line : head.split("\r\n")) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        return Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
      }
    }
    return 0;
  }

  private HttpReply reply(JsonObject request) throws IOException {
    if (lane.wire() == Wire.HTTP_SSE) {
      return HttpReply.accepted();
    }
    Plan plan = script.answer(request);
    Chance framing = plan.framing();
    List<byte[]> payloads = saidElsewhere(plan);
    boolean json = lane.wire() == Wire.HTTP_JSON && payloads.size() == 1;
    boolean headIsMutated = framing != null && (json || framing.percent(40));
    String type = json ? "application/json" : "text/event-stream";
    byte[] body =
        json ? payloads.get(0) : HttpReply.events(payloads, headIsMutated ? null : framing);
    return headIsMutated && framing != null
        ? HttpReply.mutated(type, body, framing)
        : HttpReply.of(type, body);
  }

  /** Sends the messages before the response on the session's stream, in every other such case. */
  private List<byte[]> saidElsewhere(Plan plan) throws IOException {
    OutputStream to = stream;
    int last = plan.payloads().size() - 1;
    if (to == null || plan.framing() != null || last % 2 == 0) {
      return plan.payloads();
    }
    write(to, HttpReply.events(plan.payloads().subList(0, last), null));
    return plan.payloads().subList(last, last + 1);
  }

  private void write(OutputStream to, byte[] events) {
    try {
      synchronized (to) {
        to.write(events);
        to.flush();
      }
    } catch (IOException nobodyListens) {
      stream = null;
    }
  }

  /** Keeps the stream open until the client closes it. */
  private boolean listen(InputStream in, OutputStream out) throws IOException {
    if (lane.isStateless()) {
      out.write(HttpReply.refused(405).bytes());
      return true;
    }
    out.write(Bytes.of(STREAM + "\r\n: welcome\n\n"));
    if (lane.wire() == Wire.HTTP_SSE) {
      out.write(Bytes.of("event: endpoint\ndata: /mcp?session=1\n\n"));
    }
    out.flush();
    stream = out;
    return in.read() >= 0;
  }

  private void answerOnStream(Plan plan) {
    OutputStream to = stream;
    if (to != null) {
      write(to, HttpReply.events(plan.payloads(), plan.framing()));
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
      for (Socket connection : connections) {
        connection.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
