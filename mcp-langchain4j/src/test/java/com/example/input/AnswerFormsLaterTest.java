package com.example.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.service.AiServices;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.McpElicitations;
import io.mcpbridge.approval.PendingElicitation;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.input.FormField;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.json.Json;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.OpenAiStub;
import io.mcpbridge.langchain4j.OpenAiStub.Call;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of a server waits in a store while an AI service waits for its tool. */
class AnswerFormsLaterTest {

  private static final FakeServerRequest FORM =
      FakeServerRequest.form(
          "How many nights?",
          """
          {"type": "object", "properties": {"nights": {"type": "integer"}}}""");

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private final List<String> shown = new ArrayList<>();

  interface Assistant {
    String chat(String message);
  }

  @AfterEach
  void close() {
    openAi.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void aiServiceGoesOnAfterAnswer(String revision) throws InterruptedException {
    server.speaking(revision);
    server
        .tool("book")
        .handler(
            call -> {
              if (revision.startsWith("2025")) {
                return FakeResult.text(call.ask(FORM).result().toJson());
              }
              return call.inputResponses().has("it")
                  ? FakeResult.text(call.inputResponses().object("it").toJson())
                  : FakeResult.inputRequired(
                      Json.write(
                          Map.of(
                              "it",
                              Map.of(
                                  "method", FORM.method(), "params", FORM.parameters().toMap()))),
                      null);
            });
    Transport hotel = server.transport();
    openAi.calls(new Call("c1", "hotel__book", "{}")).says("Booked");

    McpApprovals approvals = McpApprovals.inMemory();
    McpElicitations elicitations = approvals.elicitations();
    InputHandlers handlers =
        InputHandlers.builder()
            .elicitForm(elicitations::handle)
            .elicitUrl(elicitations::handle)
            .build();
    McpToolProvider tools =
        McpToolProvider.builder()
            .server("hotel", hotel)
            .catalog(catalog -> catalog.inputHandlers(handlers))
            .callOptions((tool, invocation) -> CallOptions.builder().user("ada").build())
            .build();

    BlockingQueue<String> requested = new LinkedBlockingQueue<>();
    approvals.addListener(
        new McpApprovals.Listener() {
          @Override
          public void elicitationRequested(PendingElicitation elicitation) {
            requested.add(elicitation.id());
          }
        });
    try (tools) {
      assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
      Assistant assistant =
          AiServices.builder(Assistant.class).chatModel(openAi.model()).toolProvider(tools).build();
      CompletableFuture<String> answer =
          CompletableFuture.supplyAsync(
              () -> assistant.chat("Book a room"), task -> new Thread(task).start());
      String id = requested.poll(60, TimeUnit.SECONDS);

      for (PendingElicitation form : elicitations.ofUser("ada")) {
        show(form.server() + " asks: " + form.message(), form.fields(), form.url());
      }
      boolean answered = elicitations.answer(id, "ada", ElicitResult.accept(Map.of("nights", 2)));

      assertThat(answered).isTrue();
      assertThat(shown).containsExactly("hotel asks: How many nights? [nights]");
      assertThat(answer).succeedsWithin(Duration.ofSeconds(60)).isEqualTo("Booked");
      assertThat(openAi.requests().get(1).toolMessages().get("c1"))
          .isEqualTo("{\"action\":\"accept\",\"content\":{\"nights\":2}}");
    }
  }

  private void show(String question, List<FormField> fields, String url) {
    shown.add(question + " " + (url == null ? fields.stream().map(FormField::name).toList() : url));
  }
}
