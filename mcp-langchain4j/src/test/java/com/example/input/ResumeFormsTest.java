package com.example.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.ApprovalStore;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.McpElicitations;
import io.mcpbridge.client.call.CallOptions;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The form of a server ends the turn of an AI service, and another process goes on with it. */
class ResumeFormsTest {

  private static final FakeServerRequest FORM =
      FakeServerRequest.form(
          "How many nights?",
          """
          {"type": "object", "properties": {"nights": {"type": "integer"}}}\
          """);

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private final ApprovalStore approvalStore = ApprovalStore.inMemory();
  private final ChatMemoryStore store = new InMemoryChatMemoryStore();
  private final List<String> shown = new ArrayList<>();
  private final ChatMemoryProvider memories =
      id -> MessageWindowChatMemory.builder().id(id).maxMessages(20).chatMemoryStore(store).build();

  interface Assistant {
    String chat(@MemoryId String conversation, @UserMessage String message);
  }

  @AfterEach
  void close() {
    openAi.close();
    server.close();
  }

  private McpToolProvider tools(Transport hotel, McpApprovals approvals) {
    McpElicitations elicitations = approvals.elicitations();
    InputHandlers handlers =
        InputHandlers.builder()
            .elicitForm(elicitations::handle)
            .elicitUrl(elicitations::handle)
            .build();
    ApprovalPolicy policy = ApprovalPolicy.builder().handlerAsync(approvals).build();
    McpToolProvider tools =
        McpToolProvider.builder()
            .server("hotel", hotel)
            .catalog(catalog -> catalog.inputHandlers(handlers).approval(policy))
            .callOptions((tool, invocation) -> CallOptions.builder().user("ada").build())
            .build();

    assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
    return tools;
  }

  private Assistant assistant(McpToolProvider tools) {
    return AiServices.builder(Assistant.class)
        .chatModel(openAi.model())
        .chatMemoryProvider(memories)
        .toolProvider(tools)
        .build();
  }

  private McpApprovals approvals() {
    return McpApprovals.builder().store(approvalStore).suspendFor(Duration.ofDays(1)).build();
  }

  @Test
  void aiServiceGoesOnInAnotherProcess() {
    server
        .tool("book")
        .handler(
            call ->
                call.inputResponses().has("it")
                    ? FakeResult.text(call.inputResponses().object("it").toJson())
                    : FakeResult.inputRequired(
                        Json.write(
                            Map.of(
                                "it",
                                Map.of(
                                    "method", FORM.method(), "params", FORM.parameters().toMap()))),
                        "state"));
    openAi.calls(new Call("c1", "hotel__book", "{\"city\": \"Oslo\"}")).says("Fill in the form");
    McpApprovals before = approvals();
    try (McpToolProvider tools = tools(server.transport(), before)) {
      assertThat(assistant(tools).chat("chat-7", "Book a room")).isEqualTo("Fill in the form");
      assertThat(openAi.requests().get(1).toolMessages().get("c1"))
          .startsWith("hotel__book has not finished: it waits for its user to fill in a form (id ");
      assertThat(tools.resume(before, "chat-7", memories.get("chat-7"))).isEmpty();
    }

    openAi.says("Booked");
    McpApprovals approvals = approvals();
    McpElicitations elicitations = approvals.elicitations();
    String id = elicitations.ofUser("ada").get(0).id();
    try (McpToolProvider tools = tools(server.transport(), approvals)) {
      Assistant assistant = assistant(tools);

      if (elicitations.answer(id, "ada", ElicitResult.accept(Map.of("nights", 2)))) {
        String message = tools.resume(approvals, "chat-7", memories.get("chat-7"));
        show(assistant.chat("chat-7", message));
      }

      assertThat(tools.resume(approvals, "chat-7", memories.get("chat-7"))).isEmpty();
    }
    assertThat(shown).containsExactly("Booked");
    assertThat(openAi.requests().get(2).toolMessages())
        .as("in place of the note")
        .containsExactly(Map.entry("c1", "{\"action\":\"accept\",\"content\":{\"nights\":2}}"));
    assertThat(server.received("tools/call"))
        .hasSize(2)
        .allSatisfy(sent -> assertThat(sent.arguments().string("city")).isEqualTo("Oslo"));
  }

  private void show(String answer) {
    shown.add(answer);
  }
}
