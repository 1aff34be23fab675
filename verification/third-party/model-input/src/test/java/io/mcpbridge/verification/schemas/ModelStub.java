package io.mcpbridge.verification.schemas;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Answers every chat request with "done", and keeps the last body. */
final class ModelStub implements AutoCloseable {

  private final HttpServer server;
  private final String answer;
  private volatile String body;

  ModelStub(String answer) {
    this.answer = answer;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  String body() {
    return body;
  }

  private void handle(HttpExchange exchange) throws IOException {
    body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
