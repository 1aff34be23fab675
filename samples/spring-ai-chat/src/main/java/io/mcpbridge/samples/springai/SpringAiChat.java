package io.mcpbridge.samples.springai;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.samples.terminal.MachineProfiles;
import io.mcpbridge.samples.terminal.TerminalChat;
import java.time.Duration;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * A terminal chat with a model that has the tools of MCP servers. Arguments form a question to
 * answer once; without arguments it chats. Options set properties, such as {@code
 * --mcp.client.servers.x.url=...}; {@code --no-npx} omits the servers that npx would fetch.
 */
@SpringBootApplication
public class SpringAiChat {

  /** Exits with 0 if the question was answered, else with 1. */
  public static void main(String[] args) {
    int status;
    try (ConfigurableApplicationContext context = start(args)) {
      List<String> words = context.getBean(ApplicationArguments.class).getNonOptionArgs();
      status = context.getBean(TerminalChat.class).run(words, System.in, System.out);
    }
    System.exit(status);
  }

  static ConfigurableApplicationContext start(String... args) {
    SpringApplication application = new SpringApplication(SpringAiChat.class);
    application.setAdditionalProfiles(MachineProfiles.of(args));
    return application.run(args);
  }

  @Bean
  TerminalChat terminal(
      Chat chat, ToolCatalog catalog, @Value("${ready-timeout}") Duration readyTimeout) {
    return new TerminalChat(chat::ask, catalog, readyTimeout);
  }
}
