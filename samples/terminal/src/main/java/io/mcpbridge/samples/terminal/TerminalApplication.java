package io.mcpbridge.samples.terminal;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.input.ConsoleInput;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Runs a Spring Boot application as a {@link TerminalChat}. Arguments form a question to answer
 * once; without arguments it chats. Options set properties, such as {@code
 * --mcp.client.servers.x.url=...}; {@code --ready-timeout=90s} is how long the first question waits
 * for servers, and {@code --no-npx} omits the servers of the profile {@code npx}.
 */
public final class TerminalApplication {

  /** One for the whole process, because it reads ahead. */
  public static final ConsoleInput CONSOLE = ConsoleInput.system();

  private TerminalApplication() {}

  /**
   * Runs the application, and exits with 0 if the question was answered, else with 1.
   *
   * @param assistant finds what answers a question
   */
  public static void run(
      Class<?> application,
      String[] args,
      Function<ApplicationContext, UnaryOperator<String>> assistant) {
    // not within the try: Spring ends main() by an exception when it processes it ahead of time
    ConfigurableApplicationContext context = start(application, args);
    int status = 1;
    try (context) {
      List<String> words = context.getBean(ApplicationArguments.class).getNonOptionArgs();
      status = chat(context, assistant).run(words, CONSOLE, System.out);
    } finally {
      System.exit(status);
    }
  }

  static ConfigurableApplicationContext start(Class<?> application, String... args) {
    SpringApplication spring = new SpringApplication(application);
    spring.setAdditionalProfiles(MachineProfiles.of(args));
    return spring.run(args);
  }

  static TerminalChat chat(
      ApplicationContext context, Function<ApplicationContext, UnaryOperator<String>> assistant) {
    Duration readyTimeout =
        context
            .getEnvironment()
            .getProperty("ready-timeout", Duration.class, Duration.ofSeconds(20));
    return new TerminalChat(
        assistant.apply(context), context.getBean(ToolCatalog.class), readyTimeout);
  }
}
