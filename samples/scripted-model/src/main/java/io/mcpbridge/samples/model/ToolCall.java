package io.mcpbridge.samples.model;

import java.util.UUID;
import wiremock.com.fasterxml.jackson.databind.JsonNode;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A call in the model's response.
 *
 * @param arguments JSON text, as chat completions carry it
 */
record ToolCall(String id, String name, String arguments) {

  static ToolCall of(Step.Call step) {
    String id = "call_" + UUID.randomUUID().toString().replace("-", "").substring(0, 24);
    return new ToolCall(id, step.tool(), step.arguments());
  }

  static ToolCall parse(JsonNode call, String place) {
    JsonNode function = call.path("function");
    String id = call.path("id").asText("");
    String name = function.path("name").asText("");
    if (id.isEmpty() || name.isEmpty() || !function.path("arguments").isTextual()) {
      throw new InvalidRequestException(
          place, "A tool call needs an id, function.name and function.arguments (text): " + call);
    }
    return new ToolCall(id, name, function.path("arguments").asText());
  }

  /** This call with other {@code arguments}, in the format of a message or a streamed delta. */
  ObjectNode toJson(String argumentsText) {
    ObjectNode json = JsonText.object();
    json.put("id", id);
    json.put("type", "function");
    json.putObject("function").put("name", name).put("arguments", argumentsText);
    return json;
  }
}
