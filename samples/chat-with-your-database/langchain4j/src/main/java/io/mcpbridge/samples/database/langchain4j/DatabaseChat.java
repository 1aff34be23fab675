package io.mcpbridge.samples.database.langchain4j;

import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.spring.AiService;
import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.samples.terminal.TerminalApplication;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Answers questions about a database. The server and its rules are in {@code application.yml}. */
@SpringBootApplication
public class DatabaseChat {

  /** Public, for ahead-of-time processing. */
  @AiService
  public interface Analyst {
    @SystemMessage("Answer from the database. Read the schema first. If a query fails, correct it.")
    String answer(String question);
  }

  @Bean
  ChatModel model(
      @Value("${openai.base-url}") String baseUrl,
      @Value("${openai.api-key}") String apiKey,
      @Value("${openai.model}") String model) {
    return OpenAiChatModel.builder().baseUrl(baseUrl).apiKey(apiKey).modelName(model).build();
  }

  @Bean
  ChatMemory memory() {
    return MessageWindowChatMemory.withMaxMessages(40);
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
