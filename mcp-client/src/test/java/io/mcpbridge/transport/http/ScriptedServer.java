package io.mcpbridge.transport.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;

/** An HTTP server whose responses a test scripts byte by byte. */
public final class ScriptedServer implements AutoCloseable {

  /** Handles one request, on the connection's own thread. */
  public interface Script {
    void answer(Request request, Answer answer) throws Exception;
  }

  /** One received request. */
  public record Request(
      int connection, String method, String target, Map<String, String> headers, byte[] bytes) {

    public String body() {
      return new String(bytes, StandardCharsets.UTF_8);
    }

    public String header(String name) {
      return headers.get(name);
    }

    /** The JSON-RPC id as written in the body. */
    public String id() {
      return body().replaceAll("(?s).*\"id\":(\"[^\"]*\"|\\d+).*", "$1");
    }
  }

  private final ServerSocket listener;
  private final Script script;
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();

  public ScriptedServer(Script script) throws IOException {
    this(script, ServerSocketFactory.getDefault());
  }

  /** Listens on a socket of the factory, such as TLS. */
  ScriptedServer(Script script, ServerSocketFactory sockets) throws IOException {
    this.script = script;
    this.listener = sockets.createServerSocket(0, 500, InetAddress.getLoopbackAddress());
    start("accept", this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  public String url() {
    return "http://localhost:" + port() + "/mcp";
  }

  URI uri() {
    return URI.create(url());
  }

  /** The number of connections so far. */
  public int connections() {
    return sockets.size();
  }

  /** The next request. */
  public Request received() throws InterruptedException {
    Request request = requests.poll(60, TimeUnit.SECONDS);
    if (request == null) {
      throw new AssertionError("no request came; failures: " + failures);
    }
    return request;
  }

  /** Whether the test has seen every request. */
  public boolean hasNoMoreRequests() {
    return requests.isEmpty();
  }

  private void start(String name, Runnable work) {
    Thread thread = new Thread(work, "scripted-server-" + name);
    threads.add(thread);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        int number = sockets.size();
        start("connection", () -> serve(number, socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(int number, Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (Request next = read(number, in); next != null; next = read(number, in)) {
        requests.add(next);
        script.answer(next, new Answer(socket, in));
      }
    } catch (IOException clientWentAway) {
      // often the point of the test
    } catch (Exception | AssertionError e) {
      failures.add(e);
    }
  }

  private static Request read(int number, InputStream in) throws IOException {
    String line = line(in);
    if (line == null) {
      return null;
    }
    String[] start = line.split(" ");
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String header = line(in); header != null && !header.isEmpty(); header = line(in)) {
      int colon = header.indexOf(':');
      headers.merge(
          header.substring(0, colon), header.substring(colon + 1).strip(), (a, b) -> a + "|" + b);
    }
    byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("Content-Length", "0")));
    return new Request(number, start[0], start[1], headers, body);
  }

  private static String line(InputStream in) throws IOException {
    var bytes = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        return null;
      }
      if (b != '\r') {
        bytes.write(b);
      }
    }
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }

  /** Waits until the client has closed every connection, then stops. */
  public void closeAfterClient() throws InterruptedException {
    for (Thread thread : threads) {
      if (!thread.getName().endsWith("accept")) {
        thread.join(60_000);
        if (thread.isAlive()) {
          throw new AssertionError("the client left a connection open");
        }
      }
    }
    close();
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : sockets) {
        socket.close();
      }
      for (Thread thread : new ArrayList<>(threads)) {
        thread.join(60_000);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!failures.isEmpty()) {
      throw new AssertionError("the script failed", failures.get(0));
    }
  }
}
