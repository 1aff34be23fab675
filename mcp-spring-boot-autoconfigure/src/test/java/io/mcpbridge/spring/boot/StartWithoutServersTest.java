package io.mcpbridge.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.spring.boot.autoconfigure.McpChatClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpSpringAiAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpToolsAutoConfiguration;
import io.mcpbridge.spring.event.McpEventAutoConfiguration;
import io.mcpbridge.spring.health.McpHealthAutoConfiguration;
import io.mcpbridge.spring.oauth.McpOAuthAutoConfiguration;
import io.mcpbridge.spring.observation.McpObservationAutoConfiguration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * What the start of an application loads that has the starter but no server. Half of the time that
 * the starter costs is finding, loading and linking its classes.
 */
class StartWithoutServersTest {

  private static final Pattern LOADED =
      Pattern.compile("\\[class,load] ((?:io\\.mcpbridge|org\\.apache\\.hc)\\.[\\w.$]+) source:");

  @TempDir static Path directory;

  private static String output = "";
  private static final Set<String> classes = new TreeSet<>();

  /** With what the starter for Spring AI configures if there is nothing else. */
  @ImportAutoConfiguration({
    McpChatClientAutoConfiguration.class,
    McpClientAutoConfiguration.class,
    McpEventAutoConfiguration.class,
    McpHealthAutoConfiguration.class,
    McpOAuthAutoConfiguration.class,
    McpObservationAutoConfiguration.class,
    McpSpringAiAutoConfiguration.class,
    McpToolsAutoConfiguration.class
  })
  static class Application {

    /** Starts and stops it. */
    public static void main(String[] arguments) {
      try (ConfigurableApplicationContext context =
          SpringApplication.run(Application.class, arguments)) {
        System.out.println("running: " + context.isRunning());
      }
    }
  }

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Path file = directory.resolve("output");
    Path logging = directory.resolve("logback.xml"); // that of the tests hides INFO
    Files.writeString(
        logging,
        """
        <configuration>
          <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
            <encoder><pattern>%msg%n</pattern></encoder>
          </appender>
          <root level="info"><appender-ref ref="console" /></root>
        </configuration>
        """);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load",
                "-cp",
                System.getProperty("java.class.path"),
                Application.class.getName(),
                "--spring.main.web-application-type=none",
                "--logging.config=" + logging)
            .redirectErrorStream(true)
            .redirectOutput(file.toFile())
            .start();
    process.waitFor();
    output = Files.readString(file, StandardCharsets.UTF_8);
    Matcher loaded = LOADED.matcher(output);
    while (loaded.find()) {
      classes.add(loaded.group(1));
    }
  }

  @Test
  void startsAndLogsThatThereIsNoServer() {
    assertThat(output)
        .contains("running: true")
        .containsOnlyOnce("No MCP servers are configured below mcp.client.servers");
  }

  @Test
  void loadsNothingThatOnlyServersNeed() {
    assertThat(classes)
        .contains(McpClientProperties.class.getName())
        .noneMatch(name -> name.startsWith("org.apache.hc."))
        .noneMatch(name -> name.startsWith("io.mcpbridge.internal.http."))
        .noneMatch(name -> name.startsWith("io.mcpbridge.internal.revision."))
        .noneMatch(name -> name.startsWith("io.mcpbridge.oauth.internal."))
        .doesNotContain(
            "io.mcpbridge.search.LexicalIndex",
            "io.mcpbridge.model.CreateMessageRequest",
            "io.mcpbridge.spring.boot.McpServerProperties$Auth",
            "io.mcpbridge.spring.boot.autoconfigure.McpRuntimeHints",
            "io.mcpbridge.spring.boot.autoconfigure.McpServersFilesAutoConfiguration",
            "io.mcpbridge.spring.boot.internal.catalog.ApprovalRules",
            "io.mcpbridge.spring.oauth.settings.McpOAuthProperties");
  }

  @Test
  void loadsFewClassesOfTheLibrary() {
    List<String> ofLibrary =
        classes.stream()
            .filter(name -> name.startsWith("io.mcpbridge."))
            .filter(name -> !name.contains("$$Lambda"))
            .toList();
    assertThat(ofLibrary).as("%s", ofLibrary).hasSizeLessThan(215);
  }
}
