package io.mcpbridge.spring.model;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** How OpenAI's protocol wraps what a model says. */
final class Completion {

  private Completion() {}

  /** As one JSON document; only parts of a stream say which call they are of. */
  static String whole(ObjectNode said, String finishReason) {
    ObjectNode message = said.deepCopy();
    message.path("tool_calls").forEach(call -> ((ObjectNode) call).remove("index"));
    ObjectNode completion = envelope("chat.completion", "message", message, finishReason);
    completion
        .putObject("usage")
        .put("prompt_tokens", 1)
        .put("completion_tokens", 1)
        .put("total_tokens", 2);
    return completion.toString();
  }

  /** As events: what it says, that it is done, and the end. */
  static String streamed(ObjectNode message, String finishReason) {
    ObjectNode nothing = JsonNodeFactory.instance.objectNode();
    return event(envelope("chat.completion.chunk", "delta", message, null).toString())
        + event(envelope("chat.completion.chunk", "delta", nothing, finishReason).toString())
        + event("[DONE]");
  }

  private static String event(String data) {
    return "data: " + data + "\n\n";
  }

  private static ObjectNode envelope(
      String object, String member, ObjectNode said, String finishReason) {
    ObjectNode completion =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", "chatcmpl-1")
            .put("object", object)
            .put("created", 1)
            .put("model", "stub");
    completion
        .putArray("choices")
        .addObject()
        .put("index", 0)
        .put("finish_reason", finishReason)
        .putNull("logprobs")
        .set(member, said);
    return completion;
  }
}
