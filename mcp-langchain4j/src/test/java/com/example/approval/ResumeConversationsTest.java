package com.example.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalPolicy;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.langchain4j.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls are approved after the turn. */
class ResumeConversationsTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final OpenAiStub openAi = new OpenAiStub();
  private final ChatMemoryStore store = new InMemoryChatMemoryStore();
  private final List<String> shown = new ArrayList<>();

  @AfterEach
  void close() {
    openAi.close();
    server.close();
  }

  interface Assistant {
    String chat(@MemoryId String conversation, @UserMessage String message);
  }

  @Test
  void goesOnAfterDecision() {
    server.tool("delete").returns("gone");
    openAi
        .calls(new OpenAiStub.Call("t1", "files__delete", "{}"))
        .says("It waits for approval")
        .says("The file is gone");
    Transport files = server.transport();
    ChatModel model = openAi.model();

    McpApprovals approvals = McpApprovals.builder().suspendFor(Duration.ofDays(1)).build();
    ApprovalPolicy policy = ApprovalPolicy.builder().ask("delete").handlerAsync(approvals).build();
    McpToolProvider tools =
        McpToolProvider.builder()
            .server("files", files)
            .catalog(catalog -> catalog.approval(policy))
            .callOptions(
                (tool, call) -> CallOptions.builder().user(userOf(call.chatMemoryId())).build())
            .build();
    ChatMemoryProvider memories =
        id ->
            MessageWindowChatMemory.builder().id(id).maxMessages(20).chatMemoryStore(store).build();
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(model)
            .chatMemoryProvider(memories)
            .toolProvider(tools)
            .build();

    assertThat(tools.awaitReady(Duration.ofSeconds(60))).isTrue();
    assertThat(assistant.chat("chat-7", "Clean up")).isEqualTo("It waits for approval");
    String id = approvals.ofUser("ada").get(0).id();
    assertThat(approvals.decide(id, "ada", ApprovalDecision.allow())).isTrue();

    String message = tools.resume(approvals, "chat-7", memories.get("chat-7"));
    if (!message.isEmpty()) {
      show(assistant.chat("chat-7", message));
    }

    assertThat(shown).containsExactly("The file is gone");
    assertThat(openAi.requests().get(2).toolMessages()).containsEntry("t1", "gone");
    tools.close();
  }

  private static String userOf(Object conversation) {
    assertThat(conversation).isEqualTo("chat-7");
    return "ada";
  }

  private void show(String answer) {
    shown.add(answer);
  }
}
