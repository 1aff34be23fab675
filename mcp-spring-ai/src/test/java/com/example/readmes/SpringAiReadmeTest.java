package com.example.readmes;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.spring.ai.McpAdvisor;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.util.ClassUtils;

/** The example of the module's README, without Spring Boot on the class path. */
class SpringAiReadmeTest {

  private final ChatModel model = new WeatherModel();

  @Test
  void chatClientHasTools() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("forecast").returns("light snow");
      String url = server.url();

      try (ToolCatalog catalog =
          ToolCatalog.builder().server("weather", StreamableHttpTransport.of(url)).build()) {
        catalog.awaitReady(Duration.ofSeconds(30));
        ChatClient chat =
            ChatClient.builder(model)
                .defaultToolCallbacks(McpToolCallbackProvider.of(catalog))
                .defaultAdvisors(McpAdvisor.create())
                .build();
        String answer = chat.prompt("What is the weather in Oslo?").call().content();
        assertThat(answer).isEqualTo("light snow");
      }
    }
    assertThat(ClassUtils.isPresent("org.springframework.boot.SpringApplication", null)).isFalse();
  }

  /** Calls its only tool and repeats the result. Executes tools as models of providers do. */
  private static final class WeatherModel implements ChatModel {

    private final ToolCallingManager manager = ToolCallingManager.builder().build();

    @Override
    public ChatResponse call(Prompt prompt) {
      List<Message> messages = prompt.getInstructions();
      if (messages.get(messages.size() - 1) instanceof ToolResponseMessage result) {
        return response(new AssistantMessage(result.getResponses().get(0).responseData()));
      }
      ToolCallingChatOptions options = (ToolCallingChatOptions) prompt.getOptions();
      String tool = options.getToolCallbacks().get(0).getToolDefinition().name();
      ChatResponse wanted =
          response(
              AssistantMessage.builder()
                  .content("")
                  .toolCalls(List.of(new AssistantMessage.ToolCall("1", "function", tool, "{}")))
                  .build());
      return call(
          new Prompt(manager.executeToolCalls(prompt, wanted).conversationHistory(), options));
    }

    private static ChatResponse response(AssistantMessage message) {
      return new ChatResponse(List.of(new Generation(message)));
    }

    @Override
    public ChatOptions getDefaultOptions() {
      return ToolCallingChatOptions.builder().build();
    }
  }
}
