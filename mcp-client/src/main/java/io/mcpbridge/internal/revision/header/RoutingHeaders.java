package io.mcpbridge.internal.revision.header;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The headers that mirror a request's routing data (2026-07-28, request metadata headers). */
public final class RoutingHeaders {

  /** Sent with every message but the first over HTTP (2025-06-18 and later). */
  public static final String VERSION = "MCP-Protocol-Version";

  private RoutingHeaders() {}

  public static Map<String, String> of(
      String version, JsonRpcRequest request, ParamHeaders paramHeaders) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(VERSION, version);
    headers.put("Mcp-Method", request.method());
    String name = routingName(request.method(), request.params());
    if (name != null) {
      headers.put("Mcp-Name", HeaderValue.encode(name));
    }
    if (request.method().equals("tools/call") && request.params() != null) {
      headers.putAll(paramHeaders.of(request.params()));
    }
    return headers;
  }

  public static Map<String, String> of(String version, JsonRpcNotification notification) {
    return Map.of(VERSION, version, "Mcp-Method", notification.method());
  }

  private static @Nullable String routingName(String method, @Nullable JsonObject params) {
    if (params == null) {
      return null;
    }
    return switch (method) {
      case "tools/call", "prompts/get" -> params.string("name");
      case "resources/read" -> params.string("uri");
      case "tasks/get", "tasks/update", "tasks/cancel" -> params.string("taskId");
      default -> null;
    };
  }
}
