package io.mcpbridge.test;

import io.mcpbridge.error.McpException;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.test.exchange.ResponseFormat;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A raw client: sends the given messages, and collects those received. */
abstract class Wire implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  enum Kind {
    IN_PROCESS,
    STDIO,
    HTTP,
    HTTP_JSON,
    HTTP_SSE;

    Wire to(FakeMcpServer server) throws Exception {
      return switch (this) {
        case IN_PROCESS -> new InProcess(server);
        case STDIO -> new Stdio(server);
        case HTTP -> new Streamable(server);
        case HTTP_JSON -> {
          server.http().answering(ResponseFormat.JSON);
          yield new Streamable(server);
        }
        case HTTP_SSE -> new Sse(server);
      };
    }
  }

  private final BlockingQueue<JsonObject> receivedMessages = new LinkedBlockingQueue<>();

  abstract void send(String json) throws Exception;

  @Override
  public abstract void close() throws Exception;

  /**
   * Reads on a separate thread, because the common pool of newer JDKs has a single one on two
   * cores. Ends when its input is closed.
   */
  private static void inBackground(Runnable work) {
    Thread thread = new Thread(new FutureTask<>(work, null), "wire");
    thread.setDaemon(true);
    thread.start();
  }

  /** Waits for the next message. */
  JsonObject receive() throws InterruptedException {
    JsonObject next = receivedMessages.poll(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    if (next == null) {
      throw new AssertionError("nothing came within " + LIMIT);
    }
    return next;
  }

  /** Sends a request and waits for the next message, whether or not it is the response. */
  JsonObject ask(Object id, String method, String params) throws Exception {
    send(Messages.request(id, method, params));
    return receive();
  }

  /** Sends a request of 2026-07-28 and waits for the next message. */
  JsonObject askStateless(Object id, String method, String params) throws Exception {
    send(Messages.stateless(id, method, params));
    return receive();
  }

  /** Opens a session. */
  JsonObject greet(String revision, String capabilities) throws Exception {
    JsonObject result =
        ask(
            "greeting",
            "initialize",
            "{\"protocolVersion\": \"%s\", \"capabilities\": %s, \"clientInfo\": {\"name\": \"t\", \"version\": \"1\"}}"
                .formatted(revision, capabilities));
    send(Messages.notification("notifications/initialized", "{}"));
    return result;
  }

  /** Responds to a server request with a result. */
  void answer(JsonObject request, String result) throws Exception {
    send(
        JsonObject.empty()
            .with("jsonrpc", "2.0")
            .with("id", request.get("id"))
            .with("result", Json.read(result))
            .toJson());
  }

  /** Responds to a server request with an error. */
  void refuse(JsonObject request, int code) throws Exception {
    send(
        JsonObject.empty()
            .with("jsonrpc", "2.0")
            .with("id", request.get("id"))
            .with("error", Json.read("{\"code\": %d, \"message\": \"no\"}".formatted(code)))
            .toJson());
  }

  void receiveJson(String json) {
    Object value = Json.read(json);
    List<?> several = value instanceof List<?> batch ? batch : List.of(value);
    several.forEach(message -> receivedMessages.add(JsonObject.of(message)));
  }

  private static final class Stdio extends Wire {
    private final PipedOutputStream toServer = new PipedOutputStream();
    private final PipedInputStream fromServer = new PipedInputStream(64 * 1024);
    private final List<Thread> threads = new ArrayList<>();

    Stdio(FakeMcpServer server) throws IOException {
      PipedInputStream in = new PipedInputStream(toServer, 64 * 1024);
      PipedOutputStream out = new PipedOutputStream(fromServer);
      start(() -> StdioEndpoint.serve(server, in, out));
      start(
          () ->
              new BufferedReader(new InputStreamReader(fromServer, StandardCharsets.UTF_8))
                  .lines()
                  .forEach(this::receiveJson));
    }

    private void start(Runnable work) {
      Thread thread = new Thread(work, "wire");
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler((t, e) -> {}); // a broken pipe, at the end of the test
      thread.start();
      threads.add(thread);
    }

    @Override
    synchronized void send(String json) throws IOException {
      toServer.write((json + "\n").getBytes(StandardCharsets.UTF_8));
      toServer.flush();
    }

    @Override
    public void close() throws Exception {
      toServer.close();
      threads.get(0).join();
      fromServer.close();
    }
  }

  /** Streamable HTTP in a session; opens the GET stream after initialization. */
  private static final class Streamable extends Wire {
    private final FakeMcpServer server;
    private final List<HttpResponse<Stream<String>>> open = new ArrayList<>();
    private @Nullable String session;

    Streamable(FakeMcpServer server) {
      this.server = server;
    }

    @Override
    void send(String json) throws Exception {
      var request = Http.to(server).POST(BodyPublishers.ofString(json));
      if (json.contains("io.modelcontextprotocol/protocolVersion")) {
        request.headers(Messages.headers(json));
      } else if (session != null) {
        request.headers("Mcp-Session-Id", session, "MCP-Protocol-Version", "2025-11-25");
      }
      collect(request.build(), json);
      if (json.contains("notifications/initialized")) {
        collect(
            Http.to(server)
                .GET()
                .headers("Mcp-Session-Id", session, "MCP-Protocol-Version", "2025-11-25")
                .build(),
            "");
      }
    }

    private void collect(java.net.http.HttpRequest request, String json) throws Exception {
      CompletableFuture<HttpResponse<Stream<String>>> pendingResponse =
          Http.CLIENT.sendAsync(request, BodyHandlers.ofLines());
      if (json.contains("\"method\"") && json.contains("\"id\"")) {
        pendingResponse.thenAcceptAsync(this::read);
        if (json.contains("\"initialize\"")) {
          session = pendingResponse.get().headers().firstValue("Mcp-Session-Id").orElseThrow();
        }
      } else {
        HttpResponse<Stream<String>> response = pendingResponse.get();
        inBackground(() -> read(response));
      }
    }

    private void read(HttpResponse<Stream<String>> response) {
      synchronized (open) {
        open.add(response);
      }
      response
          .body()
          .filter(line -> line.startsWith("data: ") || line.startsWith("{") || line.startsWith("["))
          .forEach(line -> receiveJson(line.replaceFirst("^data: ", "")));
    }

    @Override
    public void close() {
      synchronized (open) {
        open.forEach(response -> response.body().close());
      }
    }
  }

  private static final class Sse extends Wire {
    private final Events events;
    private final URI endpoint;

    Sse(FakeMcpServer server) throws Exception {
      var get =
          java.net.http.HttpRequest.newBuilder(URI.create(HttpSse.of(server).url()))
              .header("Accept", "text/event-stream")
              .build();
      events = new Events(Http.CLIENT.send(get, BodyHandlers.ofLines()));
      endpoint = URI.create(HttpSse.of(server).url()).resolve(events.next().data());
      inBackground(
          () -> {
            while (!events.atEnd()) {
              receiveJson(events.next().data());
            }
          });
    }

    @Override
    void send(String json) throws Exception {
      var post =
          java.net.http.HttpRequest.newBuilder(endpoint)
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(json))
              .build();
      Http.CLIENT.send(post, BodyHandlers.ofString());
    }

    @Override
    public void close() {
      events.close();
    }
  }

  private static final class InProcess extends Wire implements ChannelListener {
    private final Channel channel;
    private final List<Exchange> exchanges = new ArrayList<>();

    InProcess(FakeMcpServer server) {
      channel = server.transport().open(ChannelMode.SESSION, this, Deadline.after(LIMIT));
    }

    @Override
    synchronized void send(String json) {
      JsonRpcMessage message = JsonRpcMessage.from(JsonObject.of(Json.readObject(json)));
      Outbound outbound = Outbound.of(message);
      if (!(message instanceof JsonRpcRequest)) {
        channel.send(outbound, Deadline.after(LIMIT));
        return;
      }
      Exchange exchange = channel.exchange(outbound, Deadline.after(LIMIT));
      exchanges.add(exchange);
      inBackground(
          () -> {
            while (true) {
              onMessage(exchange.next(Deadline.after(LIMIT)));
            }
          });
    }

    @Override
    public void onMessage(JsonRpcMessage message) {
      receiveJson(message.toJson().toJson());
    }

    @Override
    public void onLost(McpException cause) {}

    @Override
    public void close() {
      exchanges.forEach(Exchange::close);
      channel.close();
    }
  }
}
