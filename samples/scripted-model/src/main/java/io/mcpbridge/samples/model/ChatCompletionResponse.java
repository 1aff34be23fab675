package io.mcpbridge.samples.model;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import java.util.UUID;
import wiremock.com.fasterxml.jackson.databind.node.ArrayNode;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** A non-streaming response: the {@code chat.completion} object. */
final class ChatCompletionResponse {

  private ChatCompletionResponse() {}

  static ResponseDefinition of(ChatRequest request, Answer answer, Usage usage) {
    ObjectNode body = frame("chat.completion", newId(), request);
    ObjectNode choice = body.putArray("choices").addObject();
    choice.put("index", 0);
    choice.set("message", message(answer));
    choice.putNull("logprobs");
    choice.put("finish_reason", finishReason(answer));
    body.set("usage", usage.toJson());
    return ResponseDefinitionBuilder.responseDefinition()
        .withStatus(200)
        .withHeader("Content-Type", "application/json")
        .withBody(body.toString())
        .build();
  }

  private static ObjectNode message(Answer answer) {
    ObjectNode message = JsonText.object();
    message.put("role", "assistant");
    if (answer instanceof Answer.ToolCalls tools) {
      message.putNull("content");
      ArrayNode calls = message.putArray("tool_calls");
      tools.calls().forEach(call -> calls.add(call.toJson(call.arguments())));
    } else {
      message.put("content", ((Answer.Text) answer).text());
    }
    message.putNull("refusal");
    return message;
  }

  static String newId() {
    return "chatcmpl-" + UUID.randomUUID().toString().replace("-", "");
  }

  static ObjectNode frame(String kind, String id, ChatRequest request) {
    return JsonText.object()
        .put("id", id)
        .put("object", kind)
        .put("created", System.currentTimeMillis() / 1000)
        .put("model", request.model())
        .put("system_fingerprint", "scripted-model");
  }

  static String finishReason(Answer answer) {
    return answer instanceof Answer.ToolCalls ? "tool_calls" : "stop";
  }
}
