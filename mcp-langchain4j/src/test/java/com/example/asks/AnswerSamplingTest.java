package com.example.asks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.input.FormField;
import io.mcpbridge.input.FormSchema;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.input.InputHandler;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.input.InputHandlers.Sampling;
import io.mcpbridge.json.Json;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.OpenAiStub;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.langchain4j.sampling.ChatModelSampling;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.sampling.SamplingConsent;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.transport.Transport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  // forms for the user at the console
  static final class ConsoleForms implements InputHandler<ElicitFormRequest, ElicitResult> {

    private final BufferedReader in;
    private final PrintStream out;

    ConsoleForms(BufferedReader in, PrintStream out) {
      this.in = in;
      this.out = out;
    }

    @Override
    public ElicitResult handle(ElicitFormRequest form, InputContext context) {
      out.println("The server \"" + context.server() + "\" asks: " + form.message());
      Map<String, Object> content = new LinkedHashMap<>();
      for (FormField field : FormSchema.of(form).fields()) {
        out.print(field.name() + (field.required() ? "" : " (optional)") + ", or no: ");
        String line = readLine();
        if (line == null || line.equals("no")) {
          return ElicitResult.decline();
        }
        if (!line.isBlank()) {
          content.put(field.name(), value(field, line.strip()));
        }
      }
      return ElicitResult.accept(content);
    }

    private String readLine() {
      try {
        return in.readLine();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static Object value(FormField field, String line) {
      return switch (field.kind()) {
        case STRING -> line;
        case INTEGER -> Long.valueOf(line);
        case NUMBER -> Double.valueOf(line);
        case BOOLEAN -> line.equals("yes");
        case STRINGS -> List.of(line.split(" *, *"));
      };
    }
  }

  @Test
  void elicitationOnConsole() {
    BufferedReader in = new BufferedReader(new StringReader("Ada\n\n36\n"));

    InputHandlers handlers =
        InputHandlers.builder().elicitForm(new ConsoleForms(in, System.out)).build();

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
