package io.mcpbridge.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** An MCP server with one tool that requires a token, and its authorization server. */
final class SignInServer implements AutoCloseable {

  static final String TOKEN = "s3cret-token";

  private final HttpServer server;
  private final List<String> revocations = new CopyOnWriteArrayList<>();
  private volatile int revocationStatus = 200;

  SignInServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::answer);
    server.start();
  }

  /** The bodies of the requests to revoke a token. */
  List<String> revocations() {
    return revocations;
  }

  void refuseRevocations() {
    revocationStatus = 400;
  }

  String issuer() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  String url() {
    return issuer() + "/mcp";
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      switch (exchange.getRequestURI().getPath()) {
        case "/mcp" -> mcp(exchange, body);
        case "/.well-known/oauth-protected-resource/mcp" ->
            send(
                exchange,
                200,
                Map.of("resource", url(), "authorization_servers", List.of(issuer())));
        case "/.well-known/oauth-authorization-server" ->
            send(
                exchange,
                200,
                Map.of(
                    "issuer",
                    issuer(),
                    "authorization_endpoint",
                    issuer() + "/authorize",
                    "token_endpoint",
                    issuer() + "/token",
                    "registration_endpoint",
                    issuer() + "/register",
                    "revocation_endpoint",
                    issuer() + "/revoke",
                    "code_challenge_methods_supported",
                    List.of("S256")));
        case "/register" -> send(exchange, 201, Map.of("client_id", "registered"));
        case "/token" -> send(exchange, 200, Map.of("access_token", TOKEN, "token_type", "Bearer"));
        case "/revoke" -> {
          revocations.add(body);
          send(exchange, revocationStatus, Map.of());
        }
        default -> send(exchange, 404, Map.of());
      }
    }
  }

  private void mcp(HttpExchange exchange, String body) throws IOException {
    if (!("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
      send(exchange, 401, Map.of());
      return;
    }
    if (!exchange.getRequestMethod().equals("POST")) {
      send(exchange, 405, Map.of());
      return;
    }
    JsonObject request = JsonObject.of(Json.readObject(body));
    Map<String, Object> response = new LinkedHashMap<>();
    response.put("jsonrpc", "2.0");
    response.put("id", request.get("id"));
    switch (request.string("method", "")) {
      case "initialize" ->
          response.put(
              "result",
              Map.of(
                  "protocolVersion",
                  "2025-11-25",
                  "capabilities",
                  Map.of("tools", Map.of()),
                  "serverInfo",
                  Map.of("name", "protected", "version", "1")));
      case "tools/list" ->
          response.put(
              "result",
              Map.of(
                  "tools",
                  List.of(Map.of("name", "whoami", "inputSchema", Map.of("type", "object")))));
      default -> response.put("error", Map.of("code", -32601, "message", "no such method"));
    }
    send(exchange, request.has("id") ? 200 : 202, response);
  }

  private static void send(HttpExchange exchange, int status, Map<String, ?> body)
      throws IOException {
    byte[] json = Json.writeBytes(body);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, json.length);
    exchange.getResponseBody().write(json);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
