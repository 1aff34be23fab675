package com.example.asks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.input.ConsoleInput;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.input.InputHandlers.Sampling;
import io.mcpbridge.json.Json;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.OpenAiStub;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.langchain4j.sampling.ChatModelSampling;
import io.mcpbridge.sampling.SamplingConsent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.transport.Transport;
import java.io.Reader;
import java.io.StringReader;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers that send requests to the application's model, or to the user at the console. */
class AnswerSamplingTest {

  private final FakeMcpServer server = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);
  private final Transport transport = server.transport();
  private final OpenAiStub openAi = new OpenAiStub();
  private final ChatModel model = openAi.model();

  interface Assistant {
    String chat(String message);
  }

  @AfterEach
  void close() {
    openAi.close();
    server.close();
  }

  @Test
  void samplingWithChatModel() {
    ChatModelSampling sampling =
        ChatModelSampling.builder(model)
            .consent(SamplingConsent.forServers("reviews"))
            .maxTokens(20_000)
            .within(Duration.ofHours(1))
            .build();
    InputHandlers handlers =
        InputHandlers.builder().createMessage(sampling, Sampling.TOOLS).build();

    ToolCatalog catalog =
        ToolCatalog.builder().inputHandlers(handlers).server("reviews", transport).build();

    server
        .tool("review")
        .handler(
            call ->
                FakeResult.text(
                    Json.write(
                        call.ask(FakeServerRequest.sampling("Good?", 10)).result().toMap())));
    openAi.calls(new Call("c1", "reviews__review", "{}")).says("Good.").says("It is good.");
    assertThat(chat(catalog)).isEqualTo("It is good.");
    assertThat(openAi.requests().get(1).functions()).as("none of the agent's").isEmpty();
    assertThat(openAi.requests().get(2).toolMessages().get("c1")).contains("Good.");
  }

  @Test
  void samplingConsent() {
    SamplingConsent consent =
        (request, context) ->
            confirm(context.server() + " asks your model: " + request.messages()) ? request : null;

    openAi.calls(new Call("c1", "reviews__review", "{}")).says("done");
    server
        .tool("review")
        .handler(
            call ->
                FakeResult.text(
                    call.ask(FakeServerRequest.sampling("Good?", 10)).error().message()));
    InputHandlers handlers =
        InputHandlers.builder()
            .createMessage(ChatModelSampling.builder(model).consent(consent).build())
            .build();
    chat(ToolCatalog.builder().inputHandlers(handlers).server("reviews", transport).build());
    assertThat(openAi.requests().get(1).toolMessages().get("c1")).contains("did not allow");
  }

  private static boolean confirm(String question) {
    return question.isEmpty();
  }

  @Test
  void elicitationOnConsole() {
    Reader in = new StringReader("Ada\n\n36\ny\n");
    ConsoleInput console = ConsoleInput.of(in, System.out); // or ConsoleInput.system()

    InputHandlers handlers = console.handlers();

    server
        .tool("register")
        .handler(
            call ->
                FakeResult.text(
                    Json.write(
                        call.ask(
                                FakeServerRequest.form(
                                    "Who are you?",
                                    """
                                    {"type": "object", "required": ["name"], "properties": {
                                      "name": {"type": "string"},
                                      "plan": {"type": "string", "default": "free"},
                                      "age": {"type": "integer"}}}\
                                    """))
                            .result()
                            .toMap())));
    openAi.calls(new Call("c1", "reviews__register", "{}")).says("done");
    ToolCatalog catalog =
        ToolCatalog.builder().inputHandlers(handlers).server("reviews", transport).build();
    assertThat(chat(catalog)).isEqualTo("done");
    assertThat(openAi.requests().get(1).toolMessages().get("c1"))
        .contains("\"action\":\"accept\"")
        .contains("\"name\":\"Ada\",\"plan\":\"free\",\"age\":36");
  }

  private String chat(ToolCatalog catalog) {
    try (catalog) {
      assertThat(catalog.awaitReady(Duration.ofSeconds(30))).isTrue();
      return AiServices.builder(Assistant.class)
          .chatModel(model)
          .toolProvider(McpToolProvider.of(catalog))
          .build()
          .chat("Go");
    }
  }
}
