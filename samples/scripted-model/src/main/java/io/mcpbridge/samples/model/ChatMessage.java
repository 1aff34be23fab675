package io.mcpbridge.samples.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

/**
 * One message of the conversation.
 *
 * @param toolCalls the calls of an assistant message; empty in all others
 * @param toolCallId the id of the call that a tool message answers; empty in all others
 */
record ChatMessage(String role, String text, List<ToolCall> toolCalls, String toolCallId) {

  private static final Set<String> ROLES =
      Set.of("system", "developer", "user", "assistant", "tool");

  static ChatMessage parse(JsonNode message, String place) {
    String role = message.path("role").asText("");
    if (!ROLES.contains(role)) {
      throw new InvalidRequestException(
          place + ".role",
          "Invalid role '"
              + role
              + "': expected one of system, developer, user,"
              + " assistant, tool.");
    }
    List<ToolCall> calls = new ArrayList<>();
    for (JsonNode call : message.path("tool_calls")) {
      calls.add(ToolCall.parse(call, place + ".tool_calls[" + calls.size() + "]"));
    }
    JsonNode content = message.path("content");
    boolean mayBeEmpty = role.equals("assistant") && !calls.isEmpty();
    if (!content.isTextual() && !content.isArray() && !mayBeEmpty) {
      throw new InvalidRequestException(
          place + ".content", "Expected a text or an array of content parts.");
    }
    return new ChatMessage(
        role, text(content), List.copyOf(calls), message.path("tool_call_id").asText(""));
  }

  private static String text(JsonNode content) {
    if (!content.isArray()) {
      return content.asText("");
    }
    List<String> parts = new ArrayList<>();
    for (JsonNode part : content) {
      String type = part.path("type").asText("");
      parts.add(
          type.equals("text") ? part.path("text").asText("") : "[" + type + ", not looked at]");
    }
    return String.join("\n", parts);
  }

  boolean is(String expectedRole) {
    return role.equals(expectedRole);
  }

  boolean isInstruction() {
    return is("system") || is("developer");
  }
}
