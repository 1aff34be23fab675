package io.mcpbridge.langchain4j;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A request as the model received it. */
public record ChatRequestBody(JsonObject json) {

  static ChatRequestBody parse(String body) {
    return new ChatRequestBody(JsonObject.of(Json.read(body)));
  }

  /** The functions offered, by name, in order. */
  public Map<String, JsonObject> functions() {
    Map<String, JsonObject> functions = new LinkedHashMap<>();
    for (Object tool : json.list("tools")) {
      JsonObject function = JsonObject.of(JsonObject.of(tool).get("function"));
      functions.put(function.string("name"), function);
    }
    return functions;
  }

  /** The tool results that the model has received so far: call id to text. */
  public Map<String, String> toolMessages() {
    Map<String, String> results = new LinkedHashMap<>();
    for (Object message : json.list("messages")) {
      JsonObject members = JsonObject.of(message);
      if (members.string("role", "").equals("tool")) {
        results.put(members.string("tool_call_id"), members.string("content"));
      }
    }
    return results;
  }

  public List<Object> messages() {
    return json.list("messages");
  }
}
