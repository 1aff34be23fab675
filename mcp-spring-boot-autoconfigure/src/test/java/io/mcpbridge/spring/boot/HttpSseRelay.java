package io.mcpbridge.spring.boot;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.exchange.ResponseFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server that speaks only HTTP+SSE (2024-11-05), to one client; another one answers for it. */
public final class HttpSseRelay implements AutoCloseable {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final FakeMcpServer server;
  private final String advertised;
  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile OutputStream stream;
  private volatile String session;

  public HttpSseRelay(FakeMcpServer server) {
    this(server, "");
  }

  /**
   * @param advertised the origin of the advertised message endpoint
   */
  HttpSseRelay(FakeMcpServer server, String advertised) {
    this.server = server;
    this.advertised = advertised;
    server.http().answering(ResponseFormat.JSON);
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.setExecutor(threads);
    http.createContext("/sse", this::open);
    http.createContext("/messages", this::relay);
    http.start();
  }

  public String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/sse";
  }

  private void open(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestMethod().equals("GET")) {
        exchange.sendResponseHeaders(405, -1);
        return;
      }
      exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      session = null;
      stream = exchange.getResponseBody();
      send("endpoint", advertised + "/messages?sessionId=1");
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void relay(HttpExchange exchange) throws IOException {
    try (exchange) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(server.url()))
              .header("Content-Type", "application/json")
              .header("Accept", "application/json, text/event-stream")
              .POST(BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
      if (session != null) {
        request.header("Mcp-Session-Id", session);
      }
      HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
      response.headers().firstValue("Mcp-Session-Id").ifPresent(id -> session = id);
      exchange.sendResponseHeaders(202, -1);
      if (!response.body().isEmpty()) {
        send("message", response.body());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void send(String event, String data) throws IOException {
    stream.write(("event: " + event + "\ndata: " + data + "\n\n").getBytes());
    stream.flush();
  }

  @Override
  public void close() {
    closed.countDown();
    http.stop(0);
    threads.shutdownNow();
  }
}
