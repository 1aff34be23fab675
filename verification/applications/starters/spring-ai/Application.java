package demo;

import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import java.time.Duration;
import java.util.List;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.ToolCallAdvisor;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class Application {

  @Bean
  ChatModel chatModel() {
    return new ScriptedModel();
  }

  @Bean
  CommandLineRunner ask(ChatModel model, McpToolCallbackProvider mcpTools) {
    return args -> {
      mcpTools.awaitReady(Duration.ofSeconds(60));
      // a model of a provider runs tools itself in Spring AI 1.1; the scripted one does not
      ChatClient chat =
          ChatClient.builder(model).defaultAdvisors(ToolCallAdvisor.builder().build()).build();
      System.out.println(
          "answer: "
              + chat.prompt("What is the weather in Oslo?")
                  .toolCallbacks(mcpTools)
                  .call()
                  .content());
    };
  }

  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }
}

/** Calls the weather tool that it is offered, and repeats the result. */
class ScriptedModel implements ChatModel {

  @Override
  public ChatResponse call(Prompt prompt) {
    List<Message> messages = prompt.getInstructions();
    Message last = messages.get(messages.size() - 1);
    AssistantMessage answer =
        last instanceof ToolResponseMessage result
            ? new AssistantMessage(result.getResponses().get(0).responseData())
            : AssistantMessage.builder().content("").toolCalls(List.of(weather(prompt))).build();
    return new ChatResponse(List.of(new Generation(answer)));
  }

  private static AssistantMessage.ToolCall weather(Prompt prompt) {
    List<String> tools =
        ((ToolCallingChatOptions) prompt.getOptions())
            .getToolCallbacks().stream()
                .map((ToolCallback tool) -> tool.getToolDefinition().name())
                .toList();
    if (!tools.contains("weather__current_weather")) {
      throw new IllegalStateException("offered: " + tools);
    }
    return new AssistantMessage.ToolCall(
        "1", "function", "weather__current_weather", "{\"city\": \"Oslo\"}");
  }

  /** In Spring AI 1.1; in 2.0 it is called {@link #getOptions()}. */
  @Override
  public ChatOptions getDefaultOptions() {
    return ToolCallingChatOptions.builder().build();
  }

  public ChatOptions getOptions() {
    return ToolCallingChatOptions.builder().build();
  }
}
