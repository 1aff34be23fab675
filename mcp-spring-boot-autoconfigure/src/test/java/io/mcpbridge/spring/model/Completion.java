package io.mcpbridge.spring.model;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A model's output in OpenAI's protocol. */
final class Completion {

  private Completion() {}

  /** One JSON document. Only stream chunks carry an index for each call. */
  static String document(ObjectNode output, String finishReason) {
    ObjectNode message = output.deepCopy();
    message.path("tool_calls").forEach(call -> ((ObjectNode) call).remove("index"));
    ObjectNode completion = envelope("chat.completion", "message", message, finishReason);
    completion
        .putObject("usage")
        .put("prompt_tokens", 1)
        .put("completion_tokens", 1)
        .put("total_tokens", 2);
    return completion.toString();
  }

  /** Server-sent events: the output, the finish reason and the end marker. */
  static String streamed(ObjectNode message, String finishReason) {
    ObjectNode emptyDelta = JsonNodeFactory.instance.objectNode();
    return event(envelope("chat.completion.chunk", "delta", message, null).toString())
        + event(envelope("chat.completion.chunk", "delta", emptyDelta, finishReason).toString())
        + event("[DONE]");
  }

  private static String event(String data) {
    return "data: " + data + "\n\n";
  }

  private static ObjectNode envelope(
      String object, String member, ObjectNode output, String finishReason) {
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
        .set(member, output);
    return completion;
  }
}
