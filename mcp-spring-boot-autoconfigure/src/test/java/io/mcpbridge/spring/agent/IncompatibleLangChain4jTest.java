package io.mcpbridge.spring.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/**
 * An application with the LangChain4j release that its own Spring starter depends on, which is too
 * old: startup fails and names the dependency to add. The build copies the old jars.
 */
class IncompatibleLangChain4jTest {

  private static final Path OLD = Path.of("target", "old-langchain4j");

  @Test
  void failureAnalysisNamesDependency() throws Exception {
    String output = run(Application.class, classPathWithOldLangChain4j());

    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains(
            "mcp-langchain4j needs dev.langchain4j:langchain4j "
                + System.getProperty("expected.langchain4j")
                + ", but 1.12.2 is on the class path")
        .contains("<groupId>dev.langchain4j</groupId>", "<artifactId>langchain4j</artifactId>")
        .contains("<version>" + System.getProperty("expected.langchain4j") + "</version>")
        .contains("io.mcpbridge:mcp-langchain4j-starter")
        .doesNotContain("\tat ");
  }

  private static String run(Class<?> application, String classPath) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                application.getName())
            .redirectErrorStream(true)
            .start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isNotZero();
      return output;
    } finally {
      process.destroyForcibly();
    }
  }

  private static String classPathWithOldLangChain4j() {
    List<String> classPath = new ArrayList<>();
    for (String module : List.of("langchain4j", "langchain4j-core")) {
      Path jar = OLD.resolve(module + "-1.12.2.jar").toAbsolutePath();
      assertThat(jar).exists();
      classPath.add(jar.toString());
    }
    classPath.add(System.getProperty("java.class.path"));
    return String.join(File.pathSeparator, classPath);
  }

  @EnableAutoConfiguration
  static class Application {
    public static void main(String[] arguments) {
      SpringApplication application = new SpringApplication(Application.class);
      application.setWebApplicationType(WebApplicationType.NONE);
      application.run("--mcp.client.servers.s.url=http://127.0.0.1:1/mcp");
    }
  }
}
