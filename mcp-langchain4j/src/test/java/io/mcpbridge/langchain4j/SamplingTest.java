package io.mcpbridge.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.input.InputHandlers.Sampling;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.langchain4j.sampling.ChatModelSampling;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.sampling.SamplingConsent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that needs a model uses the application's, as seen by the model's endpoint. */
class SamplingTest {

  private final FakeMcpServer server = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);
  private final OpenAiStub openAi = new OpenAiStub();

  @AfterEach
  void close() {
    openAi.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void sendsRequestToModel() {
    openAi.says("Wet.");

    JsonObject answer =
        result(
            ask(
                FakeServerRequest.sampling("How is rain?", 40)
                    .with("systemPrompt", "\"Be brief.\"")
                    .with("temperature", "0.5")
                    .with("stopSequences", "[\"END\"]")
                    .with("includeContext", "\"none\"")));

    JsonObject request = openAi.requests().get(0).json();
    assertThat(Json.write(request.get("messages")))
        .isEqualTo(
            "[{\"role\":\"system\",\"content\":\"Be brief.\"},"
                + "{\"role\":\"user\",\"content\":\"How is rain?\"}]");
    assertThat(request.toMap())
        .containsEntry("stop", List.of("END"))
        .containsEntry("max_tokens", 40)
        .doesNotContainKey("tools");
    assertThat(request.number("temperature").doubleValue()).isEqualTo(0.5);
    assertThat(answer.toMap())
        .isEqualTo(
            Map.of(
                "role",
                "assistant",
                "content",
                Map.of("type", "text", "text", "Wet."),
                "model",
                "scripted",
                "stopReason",
                "endTurn"));
  }

  @Test
  void passesImagesAndAudioToModel() {
    openAi.says("A cat, and a purr.");

    ask(
        FakeServerRequest.sampling("", 40)
            .with(
                "messages",
                """
                [{"role": "user", "content": [
                  {"type": "text", "text": "What is this?"},
                  {"type": "image", "mimeType": "image/png", "data": "AQID"},
                  {"type": "audio", "mimeType": "audio/wav", "data": "AQID"}]}]\
                """));

    assertThat(Json.write(openAi.requests().get(0).messages()))
        .contains("What is this?")
        .contains("data:image/png;base64,AQID")
        .contains("\"input_audio\":{\"data\":\"AQID\",\"format\":\"wav\"}");
  }

  @Test
  void passesToolCallsAndResultsOfServer() {
    openAi.calls(new Call("c2", "add", "{\"a\": 2}"));

    JsonObject answer =
        result(
            ask(
                FakeServerRequest.sampling("", 40)
                    .with(
                        "messages",
                        """
                        [{"role": "user", "content": {"type": "text", "text": "Add 1, then 2."}},
                         {"role": "assistant", "content": [
                           {"type": "text", "text": "First 1."},
                           {"type": "tool_use", "id": "c1", "name": "add", "input": {"a": 1}}]},
                         {"role": "user", "content": [
                           {"type": "tool_result", "toolUseId": "c1",
                            "content": [{"type": "text", "text": "is 1"}]}]}]\
                        """)
                    .with(
                        "tools",
                        """
                        [{"name": "add", "description": "Adds.", "inputSchema": {
                          "type": "object", "properties": {"a": {"type": "integer", "minimum": 1}}}}]\
                        """)
                    .with("toolChoice", "{\"mode\": \"required\"}")));

    ChatRequestBody request = openAi.requests().get(0);
    assertThat(request.json().string("tool_choice")).isEqualTo("required");
    assertThat(request.functions().get("add").toString())
        .contains("Adds.")
        .contains("\"minimum\":1");
    assertThat(request.toolMessages()).containsEntry("c1", "is 1");
    assertThat(Json.write(request.messages().get(1)))
        .contains("First 1.")
        .contains("\"id\":\"c1\"")
        .contains("{\\\"a\\\":1}");
    assertThat(answer.string("stopReason")).isEqualTo("toolUse");
    assertThat(Json.write(answer.get("content")))
        .isEqualTo("{\"type\":\"tool_use\",\"id\":\"c2\",\"name\":\"add\",\"input\":{\"a\":2}}");
  }

  @Test
  void handlesSamplingAsInputRequest() {
    openAi.says("Wet.");
    server.speaking(FakeRevisions.V2026_07_28);
    server
        .tool("report")
        .handler(
            call ->
                call.inputResponses().toMap().isEmpty()
                    ? FakeResult.inputRequired(
                        """
                        {"q": {"method": "sampling/createMessage", "params": {"maxTokens": 40,
                          "messages": [{"role": "user",
                            "content": {"type": "text", "text": "How is rain?"}}]}}}\
                        """,
                        null)
                    : FakeResult.text(Json.write(call.inputResponses().toMap())));

    assertThat(call(sampling().build()).text()).contains("\"Wet.\"").contains("\"scripted\"");
  }

  @Test
  void failedModelIsInternalErrorWithoutDetails() {
    JsonRpcResponse answer = ask(FakeServerRequest.sampling("Hi", 40)); // nothing is scripted

    assertThat(answer.error().message()).isEqualTo("the request to the model failed");
    assertThat(answer.error().code()).as("an internal error, not a rejection").isEqualTo(-32603);
  }

  @Test
  void limitsTokensAndRequestsPerServer() {
    openAi.says("one").says("two"); // two tokens each; the input is estimated as one
    ChatModelSampling thrifty = sampling().maxTokens(30).maxRequests(2).build();
    CreateMessageRequest request = SamplingRequests.asking(TextContent.of("Hi"));
    InputContext context = new InputContext(CallerContext.unknown("s"), null);

    thrifty.handle(request, context);
    thrifty.handle(request, context);

    assertThat(openAi.requests())
        .extracting(chatRequest -> chatRequest.json().get("max_tokens"))
        .containsExactly(29, 27);
    assertThatThrownBy(() -> thrifty.handle(request, context))
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessageContaining("maxRequests");
  }

  private ChatModelSampling.Builder sampling() {
    return ChatModelSampling.builder(openAi.model()).consent(SamplingConsent.forServers("s"));
  }

  private JsonRpcResponse ask(FakeServerRequest question) {
    JsonRpcResponse[] answer = new JsonRpcResponse[1];
    server
        .tool("report")
        .handler(
            call -> {
              answer[0] = call.ask(question);
              return FakeResult.text("done");
            });
    assertThat(call(sampling().build()).text()).isEqualTo("done");
    return answer[0];
  }

  private static JsonObject result(JsonRpcResponse answer) {
    assertThat(answer.error()).isNull();
    return answer.result();
  }

  private ToolOutput call(ChatModelSampling sampling) {
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .inputHandlers(InputHandlers.builder().createMessage(sampling, Sampling.TOOLS).build())
            .server("s", server.transport(), ServerOptions.defaults())
            .build()) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(60))).isTrue();
      return catalog.call("s__report", "{}", CallOptions.defaults());
    }
  }
}
