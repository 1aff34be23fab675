package io.mcpbridge.samples.model;

import java.util.regex.Pattern;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

/**
 * One entry of the request's {@code tools}.
 *
 * @param parameters the tool's JSON Schema; a missing node if the request has none
 */
record OfferedTool(String name, String description, JsonNode parameters) {

  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

  static OfferedTool parse(JsonNode tool, String place) {
    JsonNode function = tool.path("function");
    String name = function.path("name").asText("");
    if (!tool.path("type").asText().equals("function") || !function.isObject()) {
      throw new InvalidRequestException(
          place, "Expected {\"type\": \"function\", \"function\": {...}}, got: " + tool);
    }
    if (!NAME.matcher(name).matches()) {
      throw new InvalidRequestException(
          place + ".function.name",
          "Tool name '" + name + "' does not match the pattern '^[a-zA-Z0-9_-]{1,64}$'.");
    }
    JsonNode parameters = function.path("parameters");
    boolean objectSchema =
        parameters.isObject() && parameters.path("type").asText("object").equals("object");
    if (!objectSchema && !parameters.isMissingNode() && !parameters.isNull()) {
      throw new InvalidRequestException(
          place + ".function.parameters",
          "Invalid schema for tool '" + name + "': it must have the type 'object'.");
    }
    return new OfferedTool(name, function.path("description").asText(""), parameters);
  }

  /** The name without the server's key: {@code echo} of {@code everything__echo}. */
  String ownName() {
    int end = name.lastIndexOf("__");
    return end < 0 ? name : name.substring(end + 2);
  }

  /** The server's key in front of {@code __}, or an empty text. */
  String serverKey() {
    int end = name.lastIndexOf("__");
    return end < 0 ? "" : name.substring(0, end);
  }
}
