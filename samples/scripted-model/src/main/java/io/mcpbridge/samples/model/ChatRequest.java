package io.mcpbridge.samples.model;

import java.util.ArrayList;
import java.util.List;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

/**
 * The parts of a chat completion request that the script uses.
 *
 * @param tools the callable tools: none if {@code tool_choice} is {@code none}, one if it names one
 * @param parallelToolCalls whether one response may contain several calls; the default is true
 * @param includeUsage whether a stream ends with a usage chunk
 */
record ChatRequest(
    String model,
    List<ChatMessage> messages,
    Conversation conversation,
    List<OfferedTool> tools,
    boolean parallelToolCalls,
    boolean stream,
    boolean includeUsage) {

  /**
   * @throws InvalidRequestException if this is not a chat completion request
   */
  static ChatRequest parse(String body) {
    JsonNode json = JsonText.read(body);
    if (!json.isObject()) {
      throw new InvalidRequestException("", "Expected a JSON object as the request body.");
    }
    if (json.path("model").asText("").isEmpty()) {
      throw new InvalidRequestException("model", "You must provide a model parameter.");
    }
    List<ChatMessage> messages = messages(json.path("messages"));
    return new ChatRequest(
        json.path("model").asText(),
        messages,
        Conversation.of(messages),
        callable(tools(json.path("tools")), json.path("tool_choice")),
        json.path("parallel_tool_calls").asBoolean(true),
        json.path("stream").asBoolean(false),
        json.path("stream_options").path("include_usage").asBoolean(false));
  }

  private static List<ChatMessage> messages(JsonNode array) {
    if (!array.isArray() || array.isEmpty()) {
      throw new InvalidRequestException("messages", "Expected an array with at least one message.");
    }
    List<ChatMessage> messages = new ArrayList<>();
    for (JsonNode message : array) {
      messages.add(ChatMessage.parse(message, "messages[" + messages.size() + "]"));
    }
    return List.copyOf(messages);
  }

  private static List<OfferedTool> tools(JsonNode array) {
    if (!array.isArray() && !array.isMissingNode() && !array.isNull()) {
      throw new InvalidRequestException("tools", "Expected an array of tools.");
    }
    List<OfferedTool> tools = new ArrayList<>();
    for (JsonNode tool : array) {
      tools.add(OfferedTool.parse(tool, "tools[" + tools.size() + "]"));
    }
    return List.copyOf(tools);
  }

  private static List<OfferedTool> callable(List<OfferedTool> tools, JsonNode choice) {
    if (choice.asText("").equals("none")) {
      return List.of();
    }
    String only = choice.path("function").path("name").asText("");
    if (only.isEmpty()) {
      return tools;
    }
    return tools.stream()
        .filter(tool -> tool.name().equals(only))
        .findFirst()
        .map(List::of)
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "tool_choice", "Tool choice '" + only + "' is not among the 'tools'."));
  }
}
