package io.mcpbridge.spring.chat;

import static io.mcpbridge.spring.model.ModelRequest.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.context.CallerContext;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.input.InputHandlers.Sampling;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.model.CreateMessageRequest;
import io.mcpbridge.model.ModelPreferences;
import io.mcpbridge.model.SamplingMessage;
import io.mcpbridge.model.TextContent;
import io.mcpbridge.sampling.SamplingConsent;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.ai.SpringAiSampling;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** A server that needs a model uses the application's, as seen by the model's endpoint. */
class SamplingChatTest {

  private static final InputContext S = new InputContext(CallerContext.unknown("s"), null);

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  private static final FakeMcpServer SERVER =
      FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);
  private static FakeServerRequest question;
  private static JsonRpcResponse answer;
  private static ConfigurableApplicationContext context;

  @SpringBootApplication(proxyBeanMethods = false)
  static class SamplingApplication {

    @Bean
    InputHandlers inputHandlers(ChatModel model) {
      return InputHandlers.builder()
          .createMessage(
              SpringAiSampling.builder(model).consent(SamplingConsent.forServers("s")).build(),
              Sampling.TOOLS)
          .build();
    }
  }

  @BeforeAll
  static void start() {
    SERVER
        .tool("report")
        .handler(
            call -> {
              answer = call.ask(question);
              return FakeResult.text("done");
            });
    context =
        Applications.start(
            SamplingApplication.class,
            "--spring.ai.openai.base-url=" + MODEL.url(),
            "--spring.ai.openai.api-key=none",
            "--spring.ai.retry.max-attempts=1",
            "--mcp.client.spring-ai.attach-to-chat-clients=true",
            "--mcp.client.servers.s.url=" + SERVER.url());
    assertThat(catalog().awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterAll
  static void stop() {
    context.close();
    SERVER.close();
    assertThat(SERVER.violations()).isEmpty();
  }

  @Test
  void sendsRequestToModel() {
    MODEL.says("Wet.");

    ask(
        FakeServerRequest.sampling("How is rain?", 40)
            .with("systemPrompt", "\"Be brief.\"")
            .with("temperature", "0.5")
            .with("stopSequences", "[\"END\"]")
            .with("includeContext", "\"none\""));

    JsonNode request = MODEL.requests().get(0).body();
    assertThat(request.path("messages"))
        .extracting(message -> message.path("role").asText(), SamplingChatTest::text)
        .containsExactly(tuple("system", "Be brief."), tuple("user", "How is rain?"));
    assertThat(request.path("max_tokens").asInt()).isEqualTo(40);
    assertThat(request.path("temperature").asDouble()).isEqualTo(0.5);
    assertThat(request.path("stop").toString()).contains("END");
    assertThat(request.path("model").asText()).as("the model's own options").isNotEmpty();
    assertThat(request.path("tools")).as("none of the application's").isEmpty();
    assertThat(json(answer.result().toJson()))
        .isEqualTo(
            json(
                """
                {"role": "assistant", "content": {"type": "text", "text": "Wet."},
                 "model": "stub", "stopReason": "endTurn"}\
                """));
  }

  @Test
  void samplesDuringChat() {
    question = FakeServerRequest.sampling("How is rain?", 40);
    MODEL.callsTool("s__report", "{}").says("Wet.").says("It is wet.");

    assertThat(context.getBean(ChatClient.Builder.class).build().prompt("Report!").call().content())
        .isEqualTo("It is wet.");

    assertThat(MODEL.requests()).hasSize(3);
    assertThat(MODEL.requests().get(1).body().path("messages")).hasSize(1);
    assertThat(MODEL.requests().get(1).toolNames()).isEmpty();
    assertThat(context.getBean(McpToolCallbackProvider.class).getToolCallbacks()).hasSize(1);
  }

  @Test
  void passesImagesAndAudioToModel() {
    MODEL.says("A cat, and a purr.");

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

    assertThat(MODEL.requests().get(0).body().path("messages").toString())
        .contains("What is this?")
        .contains("data:image/png;base64,AQID")
        .contains("\"input_audio\"")
        .contains("\"wav\"");
  }

  @Test
  void passesToolCallsAndResultsOfServer() {
    MODEL.callsTool("add", "{\"a\": 2}");

    ask(conversationWithTools());

    JsonNode request = MODEL.requests().get(0).body();
    assertThat(MODEL.requests()).as("the server runs its tools itself").hasSize(1);
    assertThat(MODEL.requests().get(0).tool("add").toString())
        .contains("Adds.")
        .contains("\"minimum\":1");
    assertThat(request.path("messages"))
        .extracting(message -> message.path("role").asText())
        .containsExactly("user", "assistant", "tool");
    assertThat(request.path("messages").path(1).toString())
        .contains("First 1.")
        .contains("\"id\":\"c1\"")
        .contains("{\\\"a\\\":1}");
    assertThat(request.path("messages").path(2).path("tool_call_id").asText()).isEqualTo("c1");
    assertThat(request.path("messages").path(2).path("content").asText()).isEqualTo("is 1");
    assertThat(answer.result().string("stopReason")).isEqualTo("toolUse");
    assertThat(json(answer.result().toJson()).path("content"))
        .isEqualTo(
            json(
                """
                {"type": "tool_use", "id": "call_0", "name": "add", "input": {"a": 2}}\
                """));
  }

  @Test
  void sendsNoToolsIfModelMayNotCallThem() {
    MODEL.says("No.");

    ask(conversationWithTools().with("toolChoice", "{\"mode\": \"none\"}"));

    assertThat(MODEL.requests().get(0).toolNames()).isEmpty();
  }

  private static FakeServerRequest conversationWithTools() {
    return FakeServerRequest.sampling("", 40)
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
            """);
  }

  @Test
  void failedModelIsInternalErrorWithoutDetails() {
    ask(FakeServerRequest.sampling("Hi", 40)); // nothing is scripted

    assertThat(answer.error().message()).isEqualTo("the request to the model failed");
    assertThat(answer.error().code()).as("an internal error, not a rejection").isEqualTo(-32603);
  }

  @Test
  void limitsTokensAndRequestsPerServer() {
    MODEL.says("one").says("two"); // two tokens each; the input is estimated as one
    SpringAiSampling thrifty = sampling().maxTokens(30).maxRequests(2).build();

    thrifty.handle(hello(), S);
    thrifty.handle(hello(), S);

    assertThat(MODEL.requests())
        .extracting(request -> request.body().path("max_tokens").asInt())
        .containsExactly(29, 27);
    assertThatThrownBy(() -> thrifty.handle(hello(), S))
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessageContaining("maxRequests");
  }

  @Test
  void rejectsRequestsWithoutConsent() {
    assertThatThrownBy(() -> SpringAiSampling.builder(model()).build().handle(hello(), S))
        .isInstanceOf(McpInputRefusedException.class)
        .hasMessageContaining("consent");
    assertThatThrownBy(
            () ->
                sampling()
                    .build()
                    .handle(hello(), new InputContext(CallerContext.unknown("other"), null)))
        .isInstanceOf(McpInputRefusedException.class);

    assertThat(MODEL.requests()).isEmpty();
  }

  @Test
  void applicationCanCustomizePrompt() {
    MODEL.says("Hi.");

    sampling()
        .prompt(
            (prompt, request) ->
                new Prompt(request.messages().size() + " message", prompt.getOptions()))
        .build()
        .handle(hello(), S);

    assertThat(text(MODEL.requests().get(0).body().path("messages").path(0)))
        .isEqualTo("1 message");
  }

  private static SpringAiSampling.Builder sampling() {
    return SpringAiSampling.builder(model()).consent(SamplingConsent.forServers("s"));
  }

  private static ChatModel model() {
    return context.getBean(ChatModel.class);
  }

  private static ToolCatalog catalog() {
    return context.getBean(ToolCatalog.class);
  }

  private static void ask(FakeServerRequest request) {
    question = request;
    assertThat(catalog().call("s__report", "{}", CallOptions.defaults()).text()).isEqualTo("done");
  }

  /** Some versions send a text as the only part of the content. */
  private static String text(JsonNode message) {
    JsonNode content = message.path("content");
    return content.isArray() ? content.path(0).path("text").asText() : content.asText();
  }

  private static CreateMessageRequest hello() {
    return new CreateMessageRequest(
        List.of(new SamplingMessage("user", List.of(TextContent.of("Hi")), Map.of())),
        40,
        null,
        new ModelPreferences(List.of(), null, null, null),
        null,
        List.of(),
        null,
        List.of(),
        null,
        Map.of(),
        Map.of());
  }
}
