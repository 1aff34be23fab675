package io.mcpbridge.samples.serversfile;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.spring.AiService;
import io.mcpbridge.samples.terminal.TerminalApplication;
import io.mcpbridge.spring.event.McpEvent;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;

/** A chat with the servers of a file, which may change meanwhile: see {@link Commands}. */
@SpringBootApplication
public class ServersFileChat {

  /** Public, for ahead-of-time processing. */
  @AiService
  public interface Assistant {
    String chat(String message);
  }

  @Bean
  ChatModel model(
      @Value("${openai.base-url}") String baseUrl,
      @Value("${openai.api-key}") String apiKey,
      @Value("${openai.model}") String model) {
    return OpenAiChatModel.builder().baseUrl(baseUrl).apiKey(apiKey).modelName(model).build();
  }

  /** Reports what a changed file, or a server, did to the tools. */
  @EventListener
  void report(McpEvent.ToolsChanged event) {
    System.out.println("[" + event.server() + ": tools changed]");
  }

  /** Answers the question in the arguments, or chats. */
  public static void main(String[] args) {
    TerminalApplication.run(
        ServersFileChat.class,
        args,
        context -> {
          Commands commands = context.getBean(Commands.class);
          Assistant assistant = context.getBean(Assistant.class);
          return typed -> commands.run(typed).orElseGet(() -> assistant.chat(typed));
        });
  }
}
