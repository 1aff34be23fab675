package io.mcpbridge.verification.startup;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application with a chat model, and with tools if its class path provides them. Prints when it
 * is ready, when it has the required number of tools, and optionally the cost of a tool's first
 * hundred calls.
 */
@SpringBootApplication
public class MeasuredApplication {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /**
   * @param args Spring's arguments; {@code --tools} is the number of tools to wait for
   */
  public static void main(String[] args) throws InterruptedException {
    SpringApplication application = new SpringApplication(MeasuredApplication.class);
    application.addListeners((ApplicationListener<ApplicationReadyEvent>) event -> tell("ready"));
    ConfigurableApplicationContext context = application.run(args);
    int expectedTools = context.getEnvironment().getRequiredProperty("tools", Integer.class);
    long until = System.nanoTime() + TIMEOUT.toNanos();
    Tools tools =
        context.getEnvironment().getProperty("framework", "").equals("langchain4j")
            ? new LangChain4jTools(context)
            : new SpringAiTools(context);
    while (tools.count() < expectedTools && System.nanoTime() < until) {
      Thread.sleep(1);
    }
    tell(tools.count() == expectedTools ? "tools" : "missing");
    if (context.getEnvironment().getProperty("calls", Boolean.class, false)) {
      call(tools.first());
    }
    Runtime.getRuntime().halt(0); // shutdown is not measured
  }

  private static void call(Tools.Tool tool) {
    ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
    long loaded = classes.getTotalLoadedClassCount();
    double first = time(tool) / 1e6;
    tell("result");
    long loadedFirst = classes.getTotalLoadedClassCount();
    double[] rest = new double[99];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = time(tool) / 1e3;
    }
    double mean = Arrays.stream(rest).average().orElse(Double.NaN);
    Arrays.sort(rest);
    System.out.printf(
        Locale.ROOT,
        "calls %f %f %f %d%n",
        first,
        rest[rest.length / 2],
        mean,
        loadedFirst - loaded);
  }

  private static long time(Tools.Tool tool) {
    long begun = System.nanoTime();
    String answer = tool.call("{\"id\": \"1\"}");
    long time = System.nanoTime() - begun;
    if (!answer.contains("done")) {
      throw new IllegalStateException("answered with: " + answer);
    }
    return time;
  }

  /** Prints the wall-clock time and the CPU time so far. */
  private static void tell(String phase) {
    long now = System.currentTimeMillis();
    long cpu = ProcessHandle.current().info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
    System.out.printf("measured %s %d %d%n", phase, now, cpu);
  }
}
