package com.example.sdks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The HTTP API of a model provider: gives scripted answers, and keeps the request bodies. */
final class ProviderEndpoint implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final Deque<String> answers = new ArrayDeque<>();
  private final List<JsonNode> requests = new ArrayList<>();

  ProviderEndpoint() {
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

  /** Adds an answer; the last one is repeated. */
  synchronized void answers(String json) {
    answers.add(json);
  }

  synchronized List<JsonNode> requests() {
    return List.copyOf(requests);
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    requests.add(JSON.readTree(exchange.getRequestBody().readAllBytes()));
    String answer = answers.size() > 1 ? answers.remove() : answers.element();
    byte[] body = JSON.writeValueAsBytes(JSON.readTree(answer));
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
