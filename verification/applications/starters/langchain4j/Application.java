package demo;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.spring.AiService;
import io.mcpbridge.langchain4j.McpToolProvider;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@AiService
interface Assistant {
  String chat(String message);
}

@SpringBootApplication
public class Application {

  @Bean
  ChatModel chatModel() {
    return new ScriptedModel();
  }

  @Bean
  CommandLineRunner ask(Assistant assistant, McpToolProvider mcpTools) {
    return args -> {
      mcpTools.awaitReady(Duration.ofSeconds(60));
      System.out.println("answer: " + assistant.chat("What is the weather in Oslo?"));
    };
  }

  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }
}

/** Calls the weather tool that it is offered, and repeats the result. */
class ScriptedModel implements ChatModel {

  @Override
  public ChatResponse doChat(ChatRequest request) {
    List<ChatMessage> messages = request.messages();
    ChatMessage last = messages.get(messages.size() - 1);
    return ChatResponse.builder()
        .aiMessage(
            last instanceof ToolExecutionResultMessage result
                ? AiMessage.from(result.text())
                : AiMessage.from(weather(request.toolSpecifications())))
        .build();
  }

  private static ToolExecutionRequest weather(List<ToolSpecification> tools) {
    String name =
        tools.stream()
            .map(ToolSpecification::name)
            .filter("weather__current_weather"::equals)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("offered: " + tools));
    return ToolExecutionRequest.builder()
        .id("1")
        .name(name)
        .arguments("{\"city\": \"Oslo\"}")
        .build();
  }
}
