package io.mcpbridge.spring.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/**
 * A request as the framework sent it to the model.
 *
 * @param body the request's JSON
 */
public record ModelRequest(JsonNode body) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  static ModelRequest read(String json) {
    return new ModelRequest(json(json));
  }

  /** Parses JSON to compare with. */
  public static JsonNode json(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + json, e);
    }
  }

  /** The names of the offered tools. */
  public List<String> toolNames() {
    List<String> names = new ArrayList<>();
    body.path("tools").forEach(tool -> names.add(tool.path("function").path("name").asText()));
    return names;
  }

  /** The {@code function} object of an offered tool. */
  public JsonNode tool(String name) {
    for (JsonNode tool : body.path("tools")) {
      if (tool.path("function").path("name").asText().equals(name)) {
        return tool.path("function");
      }
    }
    throw new AssertionError(name + " was not offered: " + toolNames());
  }

  /** The text of the system message; empty if there is none. */
  public String systemMessage() {
    for (JsonNode message : body.path("messages")) {
      if (message.path("role").asText().equals("system")) {
        JsonNode content = message.path("content");
        return content.isArray() ? content.path(0).path("text").asText() : content.asText();
      }
    }
    return "";
  }

  /** The unmodified content of the messages with the role {@code tool}. */
  public List<JsonNode> toolResults() {
    List<JsonNode> results = new ArrayList<>();
    for (JsonNode message : body.path("messages")) {
      if (message.path("role").asText().equals("tool")) {
        results.add(message.path("content"));
      }
    }
    return results;
  }
}
