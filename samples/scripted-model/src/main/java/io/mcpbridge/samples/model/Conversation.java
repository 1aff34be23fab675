package io.mcpbridge.samples.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The messages of a request, validated as OpenAI validates them. */
final class Conversation {

  private final String question;
  private final List<ToolResult> results;
  private final int callsMade;
  private final boolean hasNotice;

  private Conversation(
      String question, List<ToolResult> results, int callsMade, boolean hasNotice) {
    this.question = question;
    this.results = results;
    this.callsMade = callsMade;
    this.hasNotice = hasNotice;
  }

  /**
   * @throws InvalidRequestException if a tool call has no result, a result has no call, or the last
   *     message needs no response
   */
  static Conversation of(List<ChatMessage> messages) {
    String question = "";
    List<ToolResult> results = new ArrayList<>();
    int callsMade = 0;
    Map<String, String> open = new LinkedHashMap<>();
    Map<String, String> toolNames = new HashMap<>();
    String last = "";
    for (int i = 0; i < messages.size(); i++) {
      ChatMessage message = messages.get(i);
      String place = "messages[" + i + "]";
      if (message.is("tool")) {
        String tool = toolNames.get(message.toolCallId());
        if (tool == null || open.remove(message.toolCallId()) == null) {
          throw new InvalidRequestException(
              place + ".tool_call_id",
              "Messages with role 'tool' must answer a preceding message with 'tool_calls'; no open"
                  + " call has the id '"
                  + message.toolCallId()
                  + "'.");
        }
        results.add(new ToolResult(tool, message.text()));
      } else {
        requireNoneOpen(open, place);
      }
      if (message.is("user") || message.is("assistant")) {
        results.clear();
      }
      if (message.is("user")) {
        results.addAll(ToolResult.late(message.text()));
        question = results.isEmpty() ? message.text() : "";
        callsMade = 0;
      }
      for (ToolCall call : message.toolCalls()) {
        open.put(call.id(), call.name());
        toolNames.put(call.id(), call.name());
        callsMade++;
      }
      last = message.isInstruction() ? last : message.role();
    }
    requireNoneOpen(open, "messages");
    if (!last.equals("user") && !last.equals("tool")) {
      throw new InvalidRequestException(
          "messages", "There is nothing to answer: the last message must come from user or tool.");
    }
    boolean hasNotice =
        messages.stream()
            .anyMatch(message -> message.is("assistant") && StandInText.hasNotice(message.text()));
    return new Conversation(question, List.copyOf(results), callsMade, hasNotice);
  }

  private static void requireNoneOpen(Map<String, String> open, String place) {
    if (!open.isEmpty()) {
      throw new InvalidRequestException(
          place,
          "An assistant message with 'tool_calls' must be followed by tool messages answering each"
              + " 'tool_call_id'; these have none: "
              + open.keySet()
              + ".");
    }
  }

  /** The text of the last user message; empty if it has tool results. */
  String question() {
    return question;
  }

  /** The tool results at the end of the conversation, or in the last user message. */
  List<ToolResult> results() {
    return results;
  }

  /** How many tool calls the question has led to so far. */
  int callsMade() {
    return callsMade;
  }

  /** Whether an earlier answer says what a real model needs. */
  boolean hasNotice() {
    return hasNotice;
  }
}
