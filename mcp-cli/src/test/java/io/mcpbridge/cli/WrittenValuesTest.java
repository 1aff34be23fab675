package io.mcpbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of variables, which may be secrets, are printed as the file has them. */
@ExtendWith(LeakCheck.class)
class WrittenValuesTest {

  @TempDir Path folder;

  private final FakeMcpServer server = new MainTest.Weather().get();
  private CliRun mcp;

  @BeforeEach
  void configure() {
    mcp = new CliRun(folder).servers("weather", "{\"url\": \"${URL}\"}");
    mcp.variable("URL", server.url());
  }

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "tools/call, call forecast city=Oslo",
    "tools/call, call forecast city=Oslo --json",
    "resources/read, read weather://now",
    "resources/list, resources",
    "prompts/get, prompts packing city=Oslo",
  })
  void printsPlaceholdersInMessagesOfFailedCalls(String method, String command) {
    server.inject(method, Faults.httpStatus(403));
    mcp.run(command.split(" "));

    assertThat(mcp.exitCode()).isNotZero();
    assertThat(mcp.out() + mcp.err()).contains("HTTP status 403", "${URL}");
    assertThat(mcp.out() + mcp.err()).doesNotContain(server.url());
  }

  @Test
  void printsPlaceholdersInTraces() {
    server.tool("link").returns("see " + server.url());
    mcp.run("trace", "call", "link");

    assertThat(mcp.err()).contains("see ${URL}").doesNotContain(server.url());
    assertThat(mcp.out()).isEqualTo("see " + server.url() + "\n");
  }

  @Test
  void printsPlaceholdersForEscapedValuesInTraces() {
    // no word that the search for secrets knows: the log of the tests has the message
    String value = "hidden\"word\\with escapes";
    server.tool("link").returns("see " + value);
    mcp.servers("weather", "{\"url\": \"${URL}\", \"headers\": {\"X-A\": \"${VALUE}\"}}");
    mcp.variable("VALUE", value).run("trace", "call", "link");

    assertThat(mcp.err()).contains("see ${VALUE}").doesNotContain("hidden");
  }

  @Test
  void keepsNamesOfServersThatAreValues() {
    mcp.servers("weather", "{\"url\": \"${URL}\", \"headers\": {\"X-A\": \"${PROJECT}\"}}");
    mcp.variable("PROJECT", "weather").run("list");

    assertThat(mcp.err()).contains("connecting to weather: ${URL}").doesNotContain("PROJECT");
    assertThat(mcp.variable("PROJECT", "weather-report").run("list").err())
        .contains("connecting to weather: ${URL}");
  }

  @Test
  void masksBeforeItShortens() {
    String value = "s3cret-word".repeat(9);
    FakeResult done = FakeResult.text("done").afterProgress(1, null, "x".repeat(280) + value);
    server.tool("slow").returns(done);
    mcp.servers("weather", "{\"url\": \"${URL}\", \"headers\": {\"X-A\": \"${VALUE}\"}}");
    mcp.variable("VALUE", value).run("call", "slow");

    assertThat(mcp.err()).contains("xxx${VALUE}").doesNotContain("s3cret");
  }

  @Test
  void logsPlaceholders() throws Exception {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Dorg.slf4j.simpleLogger.logFile=System.err",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "list",
            "--verbose");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("URL", server.url());
    Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    process.getOutputStream().close();
    String logged = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(logged).contains("(${URL}) is connected").doesNotContain(server.url());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[\"--basic\", \"mia:s3cret-word\"]",
        "[\"--basic=mia:s3cret-word\"]",
        "[\"-u\", \"mia:s3cret-word\"]",
        "[\"--token\", \"s3cret-word\"]",
        "[\"--api-key=s3cret-word\"]",
        "[\"-c\", \"API_KEY=s3cret-word exec server\"]",
        "[\"-c\", \"server --password 's3cret-word' --verbose\"]",
        "[\"-c\", \"curl -u mia:s3cret-word http://h\"]",
        "[\"http://mia:s3cret-word@h/mcp\"]",
      })
  void printsNoSecretsOfArguments(String args) {
    mcp.servers("secretive", "{\"command\": \"/none/sh\", \"args\": " + args + "}");

    for (String command : List.of("list", "list --json", "doctor", "doctor --json")) {
      mcp.run(command.split(" "));
      assertThat(mcp.out() + mcp.err()).contains("/none/sh").doesNotContain("s3cret");
    }
  }
}
