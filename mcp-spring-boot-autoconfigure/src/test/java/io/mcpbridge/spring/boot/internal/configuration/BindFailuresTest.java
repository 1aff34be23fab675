package io.mcpbridge.spring.boot.internal.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.boot.autoconfigure.McpSpringAiAutoConfiguration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/**
 * A value of the wrong type is reported by property, place and expected form, without the value.
 */
@ExtendWith(OutputCaptureExtension.class)
class BindFailuresTest {

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          servers.a.headers           | must not be a single value: it has keys of its own, such as mcp.client.servers.a.headers.Authorization.
          servers.a.env               | must not be a single value: it has keys of its own, such as mcp.client.servers.a.env.NAME.
          servers.a.tools[get_*]      | must not be a single value: it has properties of its own: description,
          servers.a.approval          | must not be a single value: it has properties of its own: allow, ask, ask-traits, deny, otherwise.
          servers.a.auth              | must not be a single value: it has properties of its own: background-registration, bearer-token, client-registration, oauth2, type.
          servers.a.auth.type         | must be one of none, bearer, oauth2, client-registration, custom.
          servers.a.start             | must be one of required, eager, lazy.
          servers.a.timeout           | must be a duration, such as 30s.
          servers.a.per-user          | must be true or false.
          servers.a.max-result-characters | must be a whole number.
          servers.a.include-traits    | must be a list of read-only, destructive, idempotent, open-world.
          servers.a.include-traits[0] | must be one of read-only, destructive, idempotent, open-world.
          servers.a.args[2]           | is not in the list: its elements must be numbered from 0 without gaps.
          servers[my.App]             | must not be a single value: it has properties of its own: approval, args,
          defaults.headers            | must not be a single value: it has keys of its own, such as mcp.client.defaults.headers.Authorization.
          spring-ai.images-for        | must be a list of
          """)
  void namesPropertyAndExpectedFormWithoutValue(
      String property, String expected, CapturedOutput output) throws Exception {
    start("mcp.client.servers.a.command=npx", "mcp.client." + property + "=Bearer geheim");

    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("mcp.client." + property + " " + expected)
        .doesNotContain("geheim");
  }

  @Test
  void showsFileAndLine(CapturedOutput output) throws Exception {
    start("mcp.client.servers.a.command=npx", "mcp.client.servers.a.env=KEY=geheim");

    assertThat(output).containsPattern("Origin: .*application.properties\\] - 2:");
  }

  @Test
  void leavesOtherPropertiesToSpringBoot(CapturedOutput output) throws Exception {
    start("spring.main.lazy-initialization=perhaps");

    assertThat(output).contains("Value: \"perhaps\"");
  }

  private void start(String... lines) throws Exception {
    Path file = directory.resolve("application.properties");
    Files.write(file, List.of(lines));

    Throwable failure =
        catchThrowable(
            () ->
                Applications.start(Application.class, "--spring.config.location=" + file.toUri())
                    .close());

    assertThat(failure).isNotNull();
  }

  @ImportAutoConfiguration({McpClientAutoConfiguration.class, McpSpringAiAutoConfiguration.class})
  static class Application {}
}
