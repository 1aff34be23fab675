package io.mcpbridge.langchain4j;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A response of OpenAI as the events of a stream. */
final class OpenAiEvents {

  private OpenAiEvents() {}

  static String of(String reason, Map<String, ?> message) {
    List<String> events = new ArrayList<>();
    events.add(delta(Map.of("role", "assistant", "content", "")));
    if (message.get("content") instanceof String text) {
      for (String word : text.split("(?<= )")) {
        events.add(delta(Map.of("content", word)));
      }
    }
    int index = 0;
    for (Object call : JsonObject.of(message).list("tool_calls")) {
      addCall(events, index++, JsonObject.of(call));
    }
    events.add(event(Map.of(), reason));
    events.add("data: [DONE]\n\n");
    return String.join("", events);
  }

  /** Name first, then the arguments in two parts; the real service uses many. */
  private static void addCall(List<String> events, int index, JsonObject call) {
    JsonObject function = call.object("function");
    String arguments = function.string("arguments");
    int half = arguments.length() / 2;
    events.add(
        part(
            index,
            Map.of(
                "id",
                call.string("id"),
                "type",
                "function",
                "function",
                Map.of("name", function.string("name"), "arguments", ""))));
    for (String piece : List.of(arguments.substring(0, half), arguments.substring(half))) {
      events.add(part(index, Map.of("function", Map.of("arguments", piece))));
    }
  }

  private static String part(int index, Map<String, ?> call) {
    Map<String, Object> indexed = new LinkedHashMap<>(call);
    indexed.put("index", index);
    return delta(Map.of("tool_calls", List.of(indexed)));
  }

  private static String delta(Map<String, ?> delta) {
    return event(delta, null);
  }

  private static String event(Map<String, ?> delta, String reason) {
    Map<String, Object> choice = new LinkedHashMap<>();
    choice.put("index", 0);
    choice.put("delta", delta);
    choice.put("finish_reason", reason);
    return "data: "
        + Json.write(
            Map.of(
                "id",
                "chatcmpl-0",
                "object",
                "chat.completion.chunk",
                "created",
                0,
                "model",
                "scripted",
                "choices",
                List.of(choice)))
        + "\n\n";
  }
}
