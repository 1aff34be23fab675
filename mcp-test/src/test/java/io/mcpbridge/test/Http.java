package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A minimal HTTP client for the server's endpoint. */
final class Http {

  static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Http() {}

  static java.net.http.HttpRequest.Builder to(FakeMcpServer server) {
    return java.net.http.HttpRequest.newBuilder(URI.create(server.url()))
        .timeout(Duration.ofSeconds(10))
        .header("Accept", "application/json, text/event-stream")
        .header("Content-Type", "application/json");
  }

  static HttpResponse<String> post(FakeMcpServer server, String body, String... headers)
      throws IOException, InterruptedException {
    var request = to(server).POST(BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  /** A request of 2026-07-28 with matching headers. */
  static HttpResponse<String> stateless(FakeMcpServer server, String method, String params)
      throws IOException, InterruptedException {
    String body = Messages.stateless(1, method, params);
    return post(server, body, Messages.headers(body));
  }

  /** Initializes a session of 2025-11-25 and returns its id. */
  static String session(FakeMcpServer server) throws IOException, InterruptedException {
    var greeting = post(server, Messages.initialize(0, "2025-11-25"));
    String session = greeting.headers().firstValue("Mcp-Session-Id").orElseThrow();
    post(
        server,
        Messages.notification("notifications/initialized", "{}"),
        "Mcp-Session-Id",
        session,
        "MCP-Protocol-Version",
        "2025-11-25");
    return session;
  }

  static HttpResponse<String> inSession(FakeMcpServer server, String session, String body)
      throws IOException, InterruptedException {
    return post(server, body, "Mcp-Session-Id", session, "MCP-Protocol-Version", "2025-11-25");
  }

  static JsonObject json(HttpResponse<String> response) {
    return JsonObject.of(Json.readObject(response.body()));
  }
}
