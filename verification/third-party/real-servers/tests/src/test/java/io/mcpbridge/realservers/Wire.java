package io.mcpbridge.realservers;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** Single requests without the client under test, to observe the server's behavior. */
final class Wire {

  static final String DISCOVER = "server/discover";

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Wire() {}

  /** As a client of 2026-07-28. */
  static HttpResponse<String> modern(String url, String method) {
    return post(
        url,
        request(method, envelope()),
        Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method));
  }

  static HttpResponse<String> initialize(String url, String version) {
    return post(url, request("initialize", greeting(version)), Map.of());
  }

  /** In a session that {@code initialize} has created. */
  static HttpResponse<String> inSession(
      String url, HttpResponse<String> initialized, JsonRpcMessage message) {
    return post(url, message, Map.of("Mcp-Session-Id", sessionOf(initialized)));
  }

  static JsonRpcRequest request(String method, Map<String, ?> params) {
    return new JsonRpcRequest(RequestId.of("wire-1"), method, JsonObject.of(params));
  }

  /** The first message to a new process, or on a new stream. */
  static JsonRpcResponse ask(Transport transport, String method, Map<String, ?> params) {
    Deadline deadline = Deadline.after(SOON);
    try (Channel channel = transport.open(ChannelMode.STATELESS, ChannelListener.none(), deadline);
        Exchange exchange = channel.exchange(Outbound.of(request(method, params)), deadline)) {
      JsonRpcMessage message;
      do {
        message = exchange.next(deadline);
      } while (!(message instanceof JsonRpcResponse));
      return (JsonRpcResponse) message;
    }
  }

  static Map<String, ?> envelope() {
    return Map.of(
        "_meta",
        Map.of(
            "io.modelcontextprotocol/protocolVersion", "2026-07-28",
            "io.modelcontextprotocol/clientInfo", Map.of("name", "wire", "version", "1"),
            "io.modelcontextprotocol/clientCapabilities", Map.of()));
  }

  static Map<String, ?> greeting(String version) {
    return Map.of(
        "protocolVersion", version,
        "capabilities", Map.of(),
        "clientInfo", Map.of("name", "wire", "version", "1"));
  }

  /** Whether the server responds to a GET of the session's stream within that time. */
  static boolean answersGetWithin(Duration time, String url, HttpResponse<String> initialized) {
    URI uri = URI.create(url);
    String head =
        "GET %s HTTP/1.1\r\nHost: %s\r\nAccept: text/event-stream\r\nMcp-Session-Id: %s\r\n\r\n"
            .formatted(uri.getPath(), uri.getAuthority(), sessionOf(initialized));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), uri.getPort())) {
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.setSoTimeout((int) time.toMillis());
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException silence) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static int errorCode(HttpResponse<String> response) {
    return response(response).error().code();
  }

  /** Parses a body that is one JSON object. */
  static JsonRpcResponse response(HttpResponse<String> response) {
    return (JsonRpcResponse) JsonRpcMessage.from(JsonObject.of(Json.read(response.body())));
  }

  private static String sessionOf(HttpResponse<String> initialized) {
    return initialized.headers().firstValue("Mcp-Session-Id").orElseThrow();
  }

  private static HttpResponse<String> post(
      String url, JsonRpcMessage message, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(SOON)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(HttpRequest.BodyPublishers.ofByteArray(message.toBytes()));
    headers.forEach(request::header);
    try {
      return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
