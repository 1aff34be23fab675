package io.mcpbridge.spring.agents;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.selection.ToolTrait;
import io.mcpbridge.spring.boot.McpTools;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/**
 * An application with agents of both frameworks, two {@code ToolProvider} beans of its own, and
 * users.
 */
@SpringBootApplication
class AgentsApplication {

  /** The user of the current thread. */
  static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();

  @Bean
  ChatModel chatModel(@Value("${model.url}") String url) {
    return OpenAiChatModel.builder()
        .baseUrl(url + "/v1")
        .apiKey("none")
        .modelName("stub")
        .maxRetries(0)
        .build();
  }

  @Bean
  StreamingChatModel streamingChatModel(@Value("${model.url}") String url) {
    return OpenAiStreamingChatModel.builder()
        .baseUrl(url + "/v1")
        .apiKey("none")
        .modelName("stub")
        .build();
  }

  @Bean
  @Primary
  ToolProvider officeTools() {
    return tool("stamp");
  }

  @Bean
  ToolProvider archiveTools() {
    return tool("file");
  }

  private static ToolProvider tool(String name) {
    return request ->
        ToolProviderResult.builder()
            .add(
                ToolSpecification.builder().name(name).build(),
                (call, memory) -> name + " was called")
            .build();
  }

  @Bean
  ChatClient reviewerChat(
      @McpTools(servers = "github", traits = ToolTrait.READ_ONLY) ChatClient.Builder chat) {
    return chat.build();
  }

  @Bean
  @McpTools(
      servers = {"github", "notes"},
      include = {"merge", "note*"})
  ChatClient writerChat(ChatClient.Builder chat) {
    return chat.build();
  }

  @Bean
  ThreadContextProvider caller() {
    return () -> new Caller(USER.get());
  }

  private record Caller(@Nullable String user) implements ThreadContextProvider.ContextSnapshot {
    @Override
    public <T extends @Nullable Object> T call(Supplier<T> call) {
      String before = USER.get();
      USER.set(user);
      try {
        return call.get();
      } finally {
        USER.set(before);
      }
    }
  }
}
