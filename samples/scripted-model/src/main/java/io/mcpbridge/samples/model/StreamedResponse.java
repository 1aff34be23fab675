package io.mcpbridge.samples.model;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import java.util.ArrayList;
import java.util.List;
import wiremock.com.fasterxml.jackson.databind.JsonNode;
import wiremock.com.fasterxml.jackson.databind.node.NullNode;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;
import wiremock.com.fasterxml.jackson.databind.node.TextNode;

/**
 * A response as server-sent events: {@code chat.completion.chunk} objects, then {@code [DONE]}.
 * Splits texts and arguments into several chunks, because clients have to join them.
 */
final class StreamedResponse {

  private static final String KIND = "chat.completion.chunk";
  private static final int MAX_PIECES = 40;
  private static final int MIN_PIECE = 8;

  /** Long enough for a client to see that the response arrives incrementally. */
  private static final int MILLIS_PER_EVENT = 2;

  private final ChatRequest request;
  private final String id = ChatCompletionResponse.newId();
  private final List<String> events = new ArrayList<>();

  private StreamedResponse(ChatRequest request) {
    this.request = request;
  }

  static ResponseDefinition of(ChatRequest request, Answer answer, Usage usage) {
    StreamedResponse response = new StreamedResponse(request);
    response.delta(JsonText.object().put("role", "assistant").put("content", ""));
    if (answer instanceof Answer.ToolCalls tools) {
      response.calls(tools.calls());
    } else {
      for (String piece : pieces(((Answer.Text) answer).text())) {
        response.delta(JsonText.object().put("content", piece));
      }
    }
    response.end(answer, usage);
    return response.toResponse();
  }

  private void calls(List<ToolCall> calls) {
    for (int i = 0; i < calls.size(); i++) {
      ToolCall call = calls.get(i);
      ObjectNode opening = JsonText.object().put("index", i);
      opening.setAll(call.toJson(""));
      delta(inToolCalls(opening));
      for (String piece : pieces(call.arguments())) {
        ObjectNode continuation = JsonText.object().put("index", i);
        continuation.putObject("function").put("arguments", piece);
        delta(inToolCalls(continuation));
      }
    }
  }

  private static ObjectNode inToolCalls(ObjectNode call) {
    ObjectNode delta = JsonText.object();
    delta.putArray("tool_calls").add(call);
    return delta;
  }

  private void delta(ObjectNode delta) {
    chunk(delta, NullNode.getInstance());
  }

  private void end(Answer answer, Usage usage) {
    chunk(JsonText.object(), TextNode.valueOf(ChatCompletionResponse.finishReason(answer)));
    if (request.includeUsage()) {
      ObjectNode chunk = ChatCompletionResponse.frame(KIND, id, request);
      chunk.putArray("choices");
      chunk.set("usage", usage.toJson());
      events.add(chunk.toString());
    }
    events.add("[DONE]");
  }

  private void chunk(ObjectNode delta, JsonNode finishReason) {
    ObjectNode chunk = ChatCompletionResponse.frame(KIND, id, request);
    ObjectNode choice = chunk.putArray("choices").addObject();
    choice.put("index", 0);
    choice.set("delta", delta);
    choice.putNull("logprobs");
    choice.set("finish_reason", finishReason);
    if (request.includeUsage()) {
      chunk.putNull("usage");
    }
    events.add(chunk.toString());
  }

  private ResponseDefinition toResponse() {
    StringBuilder body = new StringBuilder();
    events.forEach(event -> body.append("data: ").append(event).append("\n\n"));
    return ResponseDefinitionBuilder.responseDefinition()
        .withStatus(200)
        .withHeader("Content-Type", "text/event-stream")
        .withHeader("Cache-Control", "no-cache")
        .withBody(body.toString())
        .withChunkedDribbleDelay(events.size(), events.size() * MILLIS_PER_EVENT)
        .build();
  }

  /** Splits between code points: half of a surrogate pair would not survive the encoding. */
  private static List<String> pieces(String text) {
    int size = Math.max(MIN_PIECE, text.length() / MAX_PIECES + 1);
    List<String> pieces = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int end = Math.min(text.length(), start + size);
      if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
        end++;
      }
      pieces.add(text.substring(start, end));
      start = end;
    }
    return pieces;
  }
}
