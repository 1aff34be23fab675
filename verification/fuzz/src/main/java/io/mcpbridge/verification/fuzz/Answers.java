package io.mcpbridge.verification.fuzz;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Valid responses, as rich as the specification allows: only present members can be mutated. */
final class Answers {

  private static final String SERVER =
      "{\"name\": \"fuzz\", \"version\": \"1\", \"title\": \"Fuzz\", \"websiteUrl\":"
          + " \"https://example.com\", \"icons\": [{\"src\": \"https://example.com/i.png\","
          + " \"mimeType\": \"image/png\", \"sizes\": [\"48x48\"], \"theme\": \"dark\"}]}";

  private static final String CAPABILITIES =
      "{\"tools\": {\"listChanged\": true}, \"resources\": {\"subscribe\": true, \"listChanged\":"
          + " true}, \"prompts\": {\"listChanged\": true}, \"completions\": {}, \"logging\": {}}";

  private static final String LISTS =
      "{\"nextCursor\": null, \"ttlMs\": 0, \"cacheScope\": \"private\", \"_meta\": {\"a\": 1}}";

  private static final String TOOLS =
      """
      [{"name": "fuzz", "title": "Fuzz", "description": "Does it", "inputSchema":
          {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
           "properties": {"city": {"type": "string", "minLength": 1, "pattern": "^[A-Z]"},
             "days": {"type": "integer", "minimum": 1, "maximum": 10, "multipleOf": 1},
             "list": {"type": "array", "items": {"$ref": "#/$defs/item"}, "maxItems": 3},
             "kind": {"enum": ["a", 1, null], "default": "a"}},
           "$defs": {"item": {"anyOf": [{"type": "number"}, {"const": "x"}]}},
           "required": [], "additionalProperties": true},
        "outputSchema": {"type": "object", "properties": {"t": {"type": "number"}}},
        "annotations": {"title": "F", "readOnlyHint": true, "destructiveHint": false,
          "idempotentHint": true, "openWorldHint": false},
        "icons": [{"src": "https://example.com/t.png"}], "execution": {"taskSupport": "forbidden"},
        "_meta": {"k": [1, {"v": 2}]}},
       {"name": "arm", "description": "Says what to do next", "inputSchema": {"type": "object"}},
       {"name": "third", "inputSchema": {"type": "object", "properties": {"region":
          {"type": "string", "x-mcp-header": "Region"}}}}]
      """;

  private static final String CONTENT =
      """
      {"content": [
         {"type": "text", "text": "sunny", "annotations": {"audience": ["user", "assistant"],
           "priority": 0.5, "lastModified": "2026-07-28T00:00:00Z"}, "_meta": {"m": 1}},
         {"type": "image", "data": "aGVsbG8=", "mimeType": "image/png"},
         {"type": "audio", "data": "aGVsbG8=", "mimeType": "audio/wav"},
         {"type": "resource_link", "uri": "a:b", "name": "n", "title": "t", "description": "d",
           "mimeType": "text/plain", "size": 12, "icons": [{"src": "https://example.com/i"}]},
         {"type": "resource", "resource": {"uri": "a:c", "mimeType": "text/plain", "text": "x"}},
         {"type": "resource", "resource": {"uri": "a:d", "blob": "aGVsbG8="}},
         {"type": "unheard-of", "value": {"a": [1]}}],
       "structuredContent": {"t": 21.5, "days": [1, 2, 3], "nested": {"a": {"b": null}}},
       "isError": false, "ttlMs": 0, "_meta": {"k": "v"}}
      """;

  private static final String RESOURCES =
      """
      [{"uri": "a:b", "name": "n", "title": "t", "description": "d", "mimeType": "text/plain",
        "size": 5, "annotations": {"audience": ["user"], "priority": 1}, "icons": [],
        "_meta": {}}]
      """;

  private static final String TEMPLATES =
      "[{\"uriTemplate\": \"file:///{path}{?q*}\", \"name\": \"n\", \"mimeType\": \"a/b\"}]";

  private static final String PROMPTS =
      "[{\"name\": \"p\", \"description\": \"d\", \"arguments\": [{\"name\": \"x\", \"description\":"
          + " \"d\", \"required\": false}]}]";

  private static final String CONTENTS =
      "[{\"uri\": \"a:b\", \"mimeType\": \"text/plain\", \"text\": \"x\", \"_meta\": {}},"
          + " {\"uri\": \"a:c\", \"blob\": \"aGVsbG8=\"}]";

  private static final String MESSAGES =
      "[{\"role\": \"user\", \"content\": {\"type\": \"text\", \"text\": \"x\"}}, {\"role\":"
          + " \"assistant\", \"content\": {\"type\": \"image\", \"data\": \"aGVsbG8=\","
          + " \"mimeType\": \"image/png\"}}]";

  private static final String QUESTIONS =
      """
      [{"method": "elicitation/create", "params": {"mode": "form", "message": "Who?",
          "requestedSchema": {"type": "object", "required": ["name"], "properties": {
            "name": {"type": "string", "title": "N", "minLength": 1, "maxLength": 9,
              "pattern": "^A", "format": "email", "default": "Ada"},
            "age": {"type": "integer", "minimum": 0, "maximum": 150, "default": 36},
            "ok": {"type": "boolean", "default": true},
            "one": {"type": "string", "oneOf": [{"const": "a", "title": "A"}], "default": "a"},
            "many": {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 1}}}}},
       {"method": "elicitation/create", "params": {"mode": "url", "message": "Go",
          "url": "https://example.com/", "elicitationId": "e"}},
       {"method": "sampling/createMessage", "params": {"maxTokens": 5, "systemPrompt": "s",
          "messages": [{"role": "user", "content": {"type": "text", "text": "x"}}],
          "modelPreferences": {"hints": [{"name": "m"}], "costPriority": 0.1,
            "speedPriority": 1, "intelligencePriority": 0}, "temperature": 0.3,
          "stopSequences": ["x"], "includeContext": "none", "metadata": {}}},
       {"method": "roots/list", "params": {"_meta": {}}},
       {"method": "ping", "params": {}},
       {"method": "unheard/of", "params": {}}]
      """;

  private static final String NEWS =
      """
      [{"method": "notifications/progress", "params": {"progressToken": "$token", "progress": 1,
          "total": 2.5, "message": "half"}},
       {"method": "notifications/message", "params": {"level": "info", "logger": "l",
          "data": {"a": [1]}}},
       {"method": "notifications/tools/list_changed", "params": {}},
       {"method": "notifications/resources/updated", "params": {"uri": "a:b"}},
       {"method": "notifications/cancelled", "params": {"requestId": "x", "reason": "r"}},
       {"method": "notifications/elicitation/complete", "params": {"elicitationId": "e"}},
       {"method": "notifications/tasks/status", "params": {"taskId": "t", "status": "working"}},
       {"method": "notifications/subscriptions/acknowledged", "params": {"notifications": {},
          "_meta": {"io.modelcontextprotocol/subscriptionId": "x"}}},
       {"method": "unheard/of", "params": [1]}]
      """;

  private static final String VISITS =
      "{\"code\": -32042, \"message\": \"Go there\", \"data\": {\"elicitations\": [{\"mode\":"
          + " \"url\", \"message\": \"Go\", \"url\": \"https://example.com/\", \"elicitationId\":"
          + " \"e\"}]}}";

  private static final String TASK =
      "{\"resultType\": \"task\", \"taskId\": \"t\", \"status\": \"working\", \"statusMessage\":"
          + " \"s\", \"ttlMs\": 60000, \"pollIntervalMs\": 10, \"createdAt\": \"2026-07-28T00:00:00Z\"}";

  private final Lane lane;

  Answers(Lane lane) {
    this.lane = lane;
  }

  /**
   * The complete response to a request.
   *
   * @param chance selects one of several valid responses; {@code null} for the simplest
   */
  Map<String, Object> to(JsonObject request, @Nullable Chance chance) {
    Map<String, Object> response = new LinkedHashMap<>();
    response.put("jsonrpc", "2.0");
    response.put("id", id(request));
    String method = request.string("method", "");
    if (chance != null && method.equals("tools/call") && chance.oneIn(8)) {
      response.put("error", error(chance));
    } else {
      response.put("result", result(method, request, chance));
    }
    return response;
  }

  /** The response that confirms the test's instructions to the server. */
  static Map<String, Object> text(JsonObject request, String text) {
    return Map.of(
        "jsonrpc",
        "2.0",
        "id",
        id(request),
        "result",
        Map.of("content", List.of(Map.of("type", "text", "text", text)), "resultType", "complete"));
  }

  /** An unsolicited notification or request of the server. */
  Map<String, Object> unsolicited(JsonObject request, Chance chance) {
    boolean asks = !lane.isStateless() && chance.percent(40);
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", "2.0");
    if (asks) {
      message.put("id", 1_000_000 + chance.below(1_000_000));
    }
    message.putAll(anyOf(asks ? QUESTIONS : NEWS, chance));
    JsonObject meta = JsonObject.of(params(request).map("_meta"));
    Object token = meta.get("progressToken");
    Map<String, Object> sent = new LinkedHashMap<>(JsonObject.of(message).map("params"));
    if (token != null && sent.containsKey("progressToken")) {
      sent.put("progressToken", token);
      message.put("params", sent);
    }
    return message;
  }

  /** The first message on a subscription stream. */
  static Map<String, Object> acknowledgement(JsonObject request) {
    return Map.of(
        "jsonrpc",
        "2.0",
        "method",
        "notifications/subscriptions/acknowledged",
        "params",
        Map.of(
            "notifications",
            params(request).map("notifications"),
            "_meta",
            Map.of("io.modelcontextprotocol/subscriptionId", id(request))));
  }

  private static Map<String, Object> error(Chance chance) {
    return chance.percent(50)
        ? object(VISITS)
        : object("{\"code\": -32602, \"message\": \"no\", \"data\": {\"supported\": [\"x\"]}}");
  }

  private Map<String, Object> result(String method, JsonObject request, @Nullable Chance chance) {
    Map<String, Object> result = new LinkedHashMap<>();
    if (lane.isStateless()) {
      result.put("resultType", "complete");
    }
    switch (method) {
      case "initialize" -> {
        result.put("protocolVersion", lane.revision());
        result.put("capabilities", object(CAPABILITIES));
        result.put("serverInfo", object(SERVER));
        result.put("instructions", "Be kind");
      }
      case "server/discover" -> {
        result.put("supportedVersions", List.of(lane.revision()));
        result.put("capabilities", object(CAPABILITIES));
        result.put("instructions", "Be kind");
        result.put("_meta", Map.of("io.modelcontextprotocol/serverInfo", object(SERVER)));
      }
      case "tools/list" -> list(result, "tools", TOOLS);
      case "resources/list" -> list(result, "resources", RESOURCES);
      case "resources/templates/list" -> list(result, "resourceTemplates", TEMPLATES);
      case "prompts/list" -> list(result, "prompts", PROMPTS);
      case "resources/read" -> list(result, "contents", CONTENTS);
      case "prompts/get" -> {
        result.put("description", "d");
        result.put("messages", Json.read(MESSAGES));
      }
      case "completion/complete" ->
          result.put(
              "completion", object("{\"values\": [\"a\"], \"total\": 1, \"hasMore\": false}"));
      case "tools/call" -> call(result, params(request), chance);
      case "tasks/get" -> {
        result.putAll(object(TASK));
        result.put("resultType", "complete");
        result.put("status", "completed");
        result.put("result", object(CONTENT));
      }
      default -> {
        // an empty result is valid for all others
      }
    }
    return result;
  }

  private void call(Map<String, Object> result, JsonObject params, @Nullable Chance chance) {
    boolean answered = params.has("inputResponses") || params.has("requestState");
    int kind = chance != null && lane.isStateless() && !answered ? chance.below(10) : 9;
    if (chance != null && kind < 3) {
      result.put("resultType", "input_required");
      Map<String, Object> inputRequests = new LinkedHashMap<>();
      inputRequests.put("q", anyOf(QUESTIONS, chance));
      result.put("inputRequests", inputRequests);
      result.put("requestState", "state");
    } else if (kind < 4) {
      result.putAll(object(TASK));
    } else {
      result.putAll(object(CONTENT));
    }
  }

  private static void list(Map<String, Object> result, String member, String entries) {
    result.put(member, Json.read(entries));
    result.putAll(object(LISTS));
  }

  private static Object id(JsonObject request) {
    Object id = request.get("id");
    return id == null ? 0 : id;
  }

  private static JsonObject params(JsonObject request) {
    JsonObject params = request.object("params");
    return params == null ? JsonObject.empty() : params;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> anyOf(String list, Chance chance) {
    return (Map<String, Object>) chance.of((List<Object>) (List<?>) list(list));
  }

  private static List<?> list(String json) {
    return (List<?>) Objects.requireNonNull(Json.read(json));
  }

  private static Map<String, @Nullable Object> object(String json) {
    return Json.readObject(json);
  }
}
