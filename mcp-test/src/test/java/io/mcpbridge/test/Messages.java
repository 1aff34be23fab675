package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Messages of a client. */
final class Messages {

  private static final Map<String, String> NAMED =
      Map.of(
          "tools/call", "name",
          "prompts/get", "name",
          "resources/read", "uri",
          "tasks/get", "taskId",
          "tasks/update", "taskId",
          "tasks/cancel", "taskId");

  private Messages() {}

  static String request(Object id, String method, String params) {
    return JsonObject.empty()
        .with("jsonrpc", "2.0")
        .with("id", id)
        .with("method", method)
        .with("params", Json.read(params))
        .toJson();
  }

  static String notification(String method, String params) {
    return JsonObject.empty()
        .with("jsonrpc", "2.0")
        .with("method", method)
        .with("params", Json.read(params))
        .toJson();
  }

  static String initialize(Object id, String revision) {
    return request(
        id,
        "initialize",
        "{\"protocolVersion\": \"%s\", \"capabilities\": {}, \"clientInfo\": {\"name\": \"t\", \"version\": \"1\"}}"
            .formatted(revision));
  }

  /** The headers for a request of 2026-07-28. */
  static String[] headers(String stateless) {
    JsonObject message = JsonObject.of(Json.readObject(stateless));
    JsonObject params = JsonObject.of(message.map("params"));
    String method = message.string("method", "");
    List<String> headers =
        new ArrayList<>(List.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method));
    String name = params.string(NAMED.getOrDefault(method, ""));
    if (name != null) {
      headers.addAll(List.of("Mcp-Name", name));
    }
    return headers.toArray(new String[0]);
  }

  static String stateless(Object id, String method, String params) {
    return stateless(id, method, params, "2026-07-28");
  }

  static String stateless(Object id, String method, String params, String revision) {
    JsonObject object = JsonObject.of(Json.readObject(params));
    JsonObject meta =
        JsonObject.of(object.map("_meta"))
            .with("io.modelcontextprotocol/protocolVersion", revision)
            .with("io.modelcontextprotocol/clientCapabilities", Map.of());
    return request(id, method, object.with("_meta", meta).toJson());
  }
}
