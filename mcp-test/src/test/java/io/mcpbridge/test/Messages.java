package io.mcpbridge.test;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.util.Map;

/** Messages as a client would write them. */
final class Messages {

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
