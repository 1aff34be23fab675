package io.mcpbridge.spring.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * An application with an {@code @AiService} that manages an older release of LangChain4j, so that
 * its jars replace those that the starter brings: startup fails and names the dependency to add.
 * The build copies the old jars.
 */
class IncompatibleLangChain4jTest {

  private static final Path OLD = Path.of(System.getProperty("old-langchain4j"));
  private static final Pattern LANGCHAIN4J_JAR = Pattern.compile("(langchain4j[a-z0-9-]*?)-\\d.*");

  @ParameterizedTest
  @ValueSource(strings = {"1.11.0", "1.12.2", "1.16.1"})
  void failureAnalysisNamesDependency(String release) throws Exception {
    String output = run(classPathWithLangChain4j(release), 1);

    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains(
            "mcp-langchain4j needs dev.langchain4j:langchain4j "
                + System.getProperty("expected.langchain4j")
                + ", but "
                + release
                + " is on the class path")
        .contains("<groupId>dev.langchain4j</groupId>", "<artifactId>langchain4j</artifactId>")
        .contains("<version>" + System.getProperty("expected.langchain4j") + "</version>")
        .contains("io.mcpbridge:mcp-langchain4j-starter")
        .doesNotContain("\tat ");
  }

  @Test
  void disabledLangChain4jRunsOnOldRelease() throws Exception {
    run(classPathWithLangChain4j("1.12.2"), 0, "--mcp.client.langchain4j.enabled=false");
  }

  private static String run(String classPath, int exitStatus, String... properties)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", classPath, Application.class.getName()));
    command.addAll(List.of(properties));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(output).isEqualTo(exitStatus);
      return output;
    } finally {
      process.destroyForcibly();
    }
  }

  /** The class path of this test with the old jars in place of the new ones. */
  private static String classPathWithLangChain4j(String release) {
    List<String> classPath = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Matcher jar = LANGCHAIN4J_JAR.matcher(Path.of(entry).getFileName().toString());
      File[] old =
          jar.matches()
              ? OLD.toFile()
                  .listFiles(
                      (folder, name) -> name.matches(jar.group(1) + "-" + release + "(-.*)?\\.jar"))
              : new File[0];
      classPath.add(old.length == 1 ? old[0].getAbsolutePath() : entry);
    }
    assertThat(String.join("\n", classPath)).contains("/langchain4j-core-" + release + ".jar");
    return String.join(File.pathSeparator, classPath);
  }

  @EnableAutoConfiguration
  static class Application {
    public static void main(String[] arguments) {
      SpringApplication application = new SpringApplication(Application.class);
      application.setWebApplicationType(WebApplicationType.NONE);
      application.setDefaultProperties(
          Map.of(
              "mcp.client.servers.s.url", "http://127.0.0.1:1/mcp",
              "spring.ai.openai.api-key", "none"));
      application.run(arguments).close();
    }

    @Bean
    ChatModel chatModel() {
      return new ChatModel() {};
    }
  }
}
