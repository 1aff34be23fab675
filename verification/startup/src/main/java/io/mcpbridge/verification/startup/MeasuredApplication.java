package io.mcpbridge.verification.startup;

import java.time.Duration;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application with a chat model, and with tools where its class path brings them. Prints when it
 * is ready, and when it has as many tools as it was told to wait for; then it is over.
 */
@SpringBootApplication
public class MeasuredApplication {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * @param args Spring's arguments; {@code --tools} is how many to wait for
   */
  public static void main(String[] args) throws InterruptedException {
    SpringApplication application = new SpringApplication(MeasuredApplication.class);
    application.addListeners((ApplicationListener<ApplicationReadyEvent>) event -> tell("ready"));
    ConfigurableApplicationContext context = application.run(args);
    int wanted = context.getEnvironment().getRequiredProperty("tools", Integer.class);
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (toolsOf(context) < wanted && System.nanoTime() < until) {
      Thread.sleep(1);
    }
    tell(toolsOf(context) == wanted ? "tools" : "missing");
    Runtime.getRuntime().halt(0); // how it ends is not measured
  }

  private static int toolsOf(ConfigurableApplicationContext context) {
    return context.getBeanProvider(ToolCallbackProvider.class).stream()
        .mapToInt(provider -> provider.getToolCallbacks().length)
        .sum();
  }

  /** The moment, by the clock of the machine, and the processor's time so far. */
  private static void tell(String what) {
    long now = System.currentTimeMillis();
    long cpu = ProcessHandle.current().info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
    System.out.printf("measured %s %d %d%n", what, now, cpu);
  }
}
