package io.mcpbridge.langchain4j;

import static com.github.tomakehurst.wiremock.client.WireMock.okForContentType;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static com.github.tomakehurst.wiremock.stubbing.Scenario.STARTED;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel.OpenAiChatModelBuilder;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import io.mcpbridge.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An OpenAI endpoint that returns scripted responses, whole or streamed, and records the requests.
 */
public final class OpenAiStub implements AutoCloseable {

  private static final String PATH = "/v1/chat/completions";

  private final WireMockServer server =
      new WireMockServer(options().dynamicPort().http2PlainDisabled(true));
  private final boolean streaming;
  private int answers;

  public OpenAiStub() {
    this(false);
  }

  private OpenAiStub(boolean streaming) {
    this.streaming = streaming;
    server.start();
  }

  /** A stub that streams its responses. */
  public static OpenAiStub streaming() {
    return new OpenAiStub(true);
  }

  public OpenAiChatModel model() {
    return builder().build();
  }

  OpenAiChatModelBuilder builder() {
    return OpenAiChatModel.builder()
        .baseUrl(server.baseUrl() + "/v1")
        .apiKey("none")
        .modelName("scripted")
        .maxRetries(0);
  }

  public OpenAiStreamingChatModel streamingModel() {
    return OpenAiStreamingChatModel.builder()
        .baseUrl(server.baseUrl() + "/v1")
        .apiKey("none")
        .modelName("scripted")
        .build();
  }

  public OpenAiStub says(String text) {
    return answers("stop", Map.of("role", "assistant", "content", text));
  }

  /** A text next to an empty value for calls: {@code null}, or an empty list. */
  OpenAiStub saysBesideCalls(String text, List<?> noCalls) {
    Map<String, Object> message = new HashMap<>(Map.of("role", "assistant", "content", text));
    message.put("tool_calls", noCalls);
    return answers("stop", message);
  }

  /** Several calls in one response. */
  public OpenAiStub calls(Call... calls) {
    List<Map<String, ?>> toolCalls = new ArrayList<>();
    for (Call call : calls) {
      toolCalls.add(
          Map.of(
              "id", call.id(),
              "type", "function",
              "function", Map.of("name", call.tool(), "arguments", call.arguments())));
    }
    return answers("tool_calls", Map.of("role", "assistant", "tool_calls", toolCalls));
  }

  /** All requests, in order. */
  public List<ChatRequestBody> requests() {
    return server.findAll(postRequestedFor(urlEqualTo(PATH))).stream()
        .map(LoggedRequest::getBodyAsString)
        .map(ChatRequestBody::parse)
        .toList();
  }

  @Override
  public void close() {
    server.stop();
  }

  private OpenAiStub answers(String reason, Map<String, ?> message) {
    ResponseDefinitionBuilder answer =
        streaming
            ? okForContentType("text/event-stream", OpenAiEvents.of(reason, message))
            : okJson(completion(reason, message));
    server.stubFor(
        post(PATH)
            .inScenario("conversation")
            .whenScenarioStateIs(answers == 0 ? STARTED : "after " + answers)
            .willSetStateTo("after " + ++answers)
            .willReturn(answer));
    return this;
  }

  private String completion(String reason, Map<String, ?> message) {
    return Json.write(
        Map.of(
            "id",
            "chatcmpl-" + answers,
            "object",
            "chat.completion",
            "created",
            0,
            "model",
            "scripted",
            "choices",
            List.of(Map.of("index", 0, "message", message, "finish_reason", reason)),
            "usage",
            Map.of("prompt_tokens", 1, "completion_tokens", 1, "total_tokens", 2)));
  }

  /** A tool call that the model makes. */
  public record Call(String id, String tool, String arguments) {}
}
