package io.mcpbridge.samples.database.springai;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.samples.terminal.TerminalApplication;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import java.util.Objects;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** Answers questions about a database. The server and its rules are in {@code application.yml}. */
@SpringBootApplication
public class DatabaseChat {

  @Component
  static class Analyst {
    private final ChatClient chat;

    Analyst(ChatClient.Builder chat, ChatMemory memory, McpToolCallbackProvider mcpTools) {
      this.chat =
          chat.defaultSystem(
                  "Answer from the database. Read the schema first. If a query fails, correct it.")
              .defaultTools(mcpTools)
              .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
              .build();
    }

    String answer(String question) {
      return Objects.requireNonNullElse(
          chat.prompt(question)
              .advisors(advisor -> advisor.param(ChatMemory.CONVERSATION_ID, "terminal"))
              .call()
              .content(),
          "");
    }
  }

  /** A single SELECT runs; the user decides about anything else. */
  @Bean
  ApprovalHandler approvals() {
    return ApprovalHandler.of(
        call -> {
          String sql = String.valueOf(call.arguments().get("sql")).strip();
          return sql.matches("(?is)select\\b[^;]*;?")
                  || TerminalApplication.CONSOLE.confirm("Run this SQL? " + sql)
              ? ApprovalDecision.allow()
              : ApprovalDecision.deny("the user does not allow this SQL");
        });
  }

  /** Answers the question in the arguments, or chats. */
  public static void main(String[] args) {
    TerminalApplication.run(
        DatabaseChat.class, args, context -> context.getBean(Analyst.class)::answer);
  }
}
