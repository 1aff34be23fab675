package io.mcpbridge.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.spring.boot.McpClientProperties;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.boot.SpringBootVersion;

/**
 * Which frameworks these tests, as compiled once, are running on. The build says which it means to
 * test; a mistake in it must not pass as a second green line.
 */
class FrameworkLineTest {

  @Test
  void theTestsRunOnTheFrameworksTheyAreMeantFor() {
    String boot = SpringBootVersion.getVersion();
    String ai = ToolCallback.class.getPackage().getImplementationVersion();
    String starter =
        Objects.requireNonNull(McpClientProperties.class.getProtectionDomain().getCodeSource())
            .getLocation()
            .getPath();

    System.out.printf(
        "Spring Boot %s, Spring AI %s, Java %s, starter from %s%n",
        boot,
        ai,
        Runtime.version().feature(),
        starter.endsWith(".jar") ? "its jar" : "its classes");

    assertThat(boot).isEqualTo(System.getProperty("expected.spring-boot", boot));
    assertThat(ai).isEqualTo(System.getProperty("expected.spring-ai", ai));
    assertThat(starter).endsWith(System.getProperty("expected.starter", ""));
  }
}
