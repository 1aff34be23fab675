package com.example.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpAdvisor;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** Calls are approved after the turn. */
class ResumeChatsTest {

  @RegisterExtension final OpenAiStub model = new OpenAiStub();

  @EnableAutoConfiguration
  static class Desk {}

  @Test
  void goesOnAfterDecision() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("delete").returns("gone");
      try (ConfigurableApplicationContext context =
          Applications.start(
              Desk.class,
              "--spring.config.additional-location=classpath:com/example/approval/resume.yml",
              "--spring.ai.openai.base-url=" + model.url(),
              "--spring.ai.openai.api-key=none",
              "--mcp.client.servers.files.approval.ask=delete",
              "--mcp.client.servers.files.url=" + server.url())) {
        assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
        McpApprovals approvals = context.getBean(McpApprovals.class);
        McpToolCallbackProvider tools = context.getBean(McpToolCallbackProvider.class);
        ChatMemory memory = MessageWindowChatMemory.builder().build();
        List<ChatClient> chats =
            List.of(
                context
                    .getBean(ChatClient.Builder.class)
                    .defaultToolCallbacks(tools)
                    .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
                    .build(),
                withAdvisor(context.getBean(ChatModel.class), tools, memory, approvals));

        for (ChatClient chat : chats) {
          model.callsTool("files__delete", "{}").says("It waits").says("The file is gone");
          chat.prompt("Clean up")
              .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, "chat-7"))
              .call()
              .content();
          approvals.decideAsApprover(approvals.all().get(0).id(), "ops", ApprovalDecision.allow());

          String answer =
              chat.prompt("Go on: the approvals have been decided.")
                  .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, "chat-7"))
                  .call()
                  .content();

          assertThat(answer).isEqualTo("The file is gone");
          assertThat(model.requests().get(2).body().toString())
              .contains("gone\\n\\nGo on: the approvals have been decided.");
          model.forget();
        }
        assertThat(server.received("tools/call")).hasSize(2);
      }
    }
  }

  private static ChatClient withAdvisor(
      ChatModel model, McpToolCallbackProvider tools, ChatMemory memory, McpApprovals approvals) {
    ChatClient chat =
        ChatClient.builder(model)
            .defaultToolCallbacks(tools)
            .defaultAdvisors(
                McpAdvisor.create().withApprovals(approvals),
                MessageChatMemoryAdvisor.builder(memory).build())
            .build();

    return chat;
  }
}
