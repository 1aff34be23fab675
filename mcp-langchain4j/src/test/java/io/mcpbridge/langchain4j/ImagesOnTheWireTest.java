package io.mcpbridge.langchain4j;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static com.github.tomakehurst.wiremock.stubbing.Scenario.STARTED;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.WireMockServer;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Images in results, as sent to the model providers. */
class ImagesOnTheWireTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final WireMockServer provider =
      new WireMockServer(options().dynamicPort().http2PlainDisabled(true));
  private McpToolProvider tools;

  @BeforeEach
  void connect() {
    provider.start();
    server.tool("draw").returns(FakeResult.text("A map:").andImage(ImagesTest.PNG, "image/png"));
    tools = McpToolProvider.builder().server("s", server.transport()).build();
    assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    tools.close();
    server.close();
    provider.stop();
  }

  @Test
  void anthropicGetsTextAndImageInTheToolResult() {
    answers(
        """
        {"id": "m1", "type": "message", "role": "assistant", "model": "scripted",
         "stop_reason": "tool_use", "usage": {"input_tokens": 1, "output_tokens": 1},
         "content": [{"type": "tool_use", "id": "c1", "name": "s__draw", "input": {}}]}""",
        """
        {"id": "m2", "type": "message", "role": "assistant", "model": "scripted",
         "stop_reason": "end_turn", "usage": {"input_tokens": 1, "output_tokens": 1},
         "content": [{"type": "text", "text": "A small one"}]}""");

    String answer =
        chat(
            AnthropicChatModel.builder()
                .baseUrl(provider.baseUrl() + "/v1")
                .apiKey("none")
                .modelName("scripted")
                .build());

    assertThat(answer).isEqualTo("A small one");
    List<Object> messages = request(1).list("messages");
    JsonObject result =
        JsonObject.of(JsonObject.of(messages.get(messages.size() - 1)).list("content").get(0));
    assertThat(result.string("type")).isEqualTo("tool_result");
    assertThat(result.list("content"))
        .isEqualTo(
            Json.read(
                """
                [{"type": "text", "text": "A map:\\n[image 1]"},
                 {"type": "image",
                  "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgoB"}}]"""));
  }

  @Test
  void geminiGetsTheImageBesideTheFunctionResponse() {
    answers(
        """
        {"candidates": [{"finishReason": "STOP", "content": {"role": "model",
          "parts": [{"functionCall": {"name": "s__draw", "args": {}}}]}}],
         "usageMetadata": {"totalTokenCount": 2}}""",
        """
        {"candidates": [{"finishReason": "STOP", "content": {"role": "model",
          "parts": [{"text": "A small one"}]}}],
         "usageMetadata": {"totalTokenCount": 2}}""");

    String answer =
        chat(
            GoogleAiGeminiChatModel.builder()
                .baseUrl(provider.baseUrl())
                .apiKey("none")
                .modelName("scripted")
                .build());

    assertThat(answer).isEqualTo("A small one");
    List<Object> contents = request(1).list("contents");
    List<Object> parts = JsonObject.of(contents.get(contents.size() - 1)).list("parts");
    assertThat(JsonObject.of(parts.get(0)).object("functionResponse").object("response").toMap())
        .containsEntry("response", "A map:\n[image 1]");
    assertThat(JsonObject.of(parts.get(1)).object("inlineData").toMap())
        .containsEntry("mimeType", "image/png")
        .containsEntry("data", "iVBORw0KGgoB");
  }

  /** LangChain4j refuses images in a tool's result for OpenAI's Chat Completions. */
  @Test
  void openAiGetsNoteInsteadOfImage() {
    try (OpenAiStub openAi = new OpenAiStub()) {
      openAi.calls(new Call("c1", "s__draw", "{}")).says("A small one");

      assertThat(chat(openAi.model())).isEqualTo("A small one");

      assertThat(openAi.requests().get(1).toolMessages())
          .containsEntry("c1", "A map:\n[image left out: image/png, 9 bytes]");
    }
  }

  private void answers(String first, String second) {
    provider.stubFor(
        any(anyUrl())
            .inScenario("conversation")
            .whenScenarioStateIs(STARTED)
            .willSetStateTo("called")
            .willReturn(okJson(first)));
    provider.stubFor(
        any(anyUrl())
            .inScenario("conversation")
            .whenScenarioStateIs("called")
            .willReturn(okJson(second)));
  }

  private JsonObject request(int index) {
    return JsonObject.of(
        Json.read(provider.findAll(anyRequestedFor(anyUrl())).get(index).getBodyAsString()));
  }

  private String chat(ChatModel model) {
    return AiServices.builder(Assistant.class)
        .chatModel(model)
        .toolProvider(tools)
        .build()
        .chat("Draw!")
        .content();
  }
}
