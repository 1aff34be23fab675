package com.example.migration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.boot.autoconfigure.McpClientAutoConfiguration;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same application before and after migration, each with its own libraries: the same server,
 * model and results.
 */
class MigrateFromSpringAiTest {

  private static final Pattern THEIRS =
      Pattern.compile("(spring-ai-(starter-|autoconfigure-)?mcp|mcp-(core|json|annotations)?).*");

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  @TempDir private Path folder;

  private final FakeMcpServer weather = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);

  MigrateFromSpringAiTest() {
    weather
        .tool("forecast")
        .description("Tells the weather")
        .inputSchema(
            """
            {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}\
            """)
        .handler(call -> FakeResult.text("Rain in " + call.string("city")));
    weather
        .tool("book")
        .handler(
            call ->
                FakeResult.text(
                    call.ask(
                            FakeServerRequest.form(
                                "For whom?",
                                """
                                {"type": "object", "properties": {"name": {"type": "string"}}}\
                                """))
                        .toString()));
    weather.tool("delete_station");
    weather.resource("weather://stations", "stations", "text/plain", "Oslo, Bergen");
  }

  @AfterEach
  void close() {
    weather.close();
  }

  @Test
  void before() throws Exception {
    MODEL
        .callsTool("forecast", "{\"city\":\"Oslo\"}")
        .callsTool("book", "{}")
        .says("Take an umbrella");

    String output = printedBy("before");

    assertThat(MODEL.requests().get(0).toolNames()).containsExactlyInAnyOrder("forecast", "book");
    assertThat(toolResult(0)).contains("\"text\":\"Rain in Oslo\"");
    assertThat(toolResult(1)).contains("Ada");
    theSameComesOut(output);
  }

  @Test
  void after() throws Exception {
    MODEL
        .callsTool("weather__forecast", "{\"city\":\"Oslo\"}")
        .callsTool("weather__book", "{}")
        .says("Take an umbrella");

    String output = printedBy("after");

    assertThat(MODEL.requests().get(0).toolNames())
        .containsExactlyInAnyOrder("weather__forecast", "weather__book");
    assertThat(toolResult(0)).isEqualTo("Rain in Oslo");
    assertThat(toolResult(1)).contains("Ada");
    theSameComesOut(output);
  }

  @Test
  void guideShowsApplicationProperties() throws IOException {
    Path guide = Path.of("..", "..", "..", "..", "docs", "how-to", "migrate-from-spring-ai-mcp.md");
    String after = "/com/example/migration/after/application.yml";
    try (InputStream settings = getClass().getResourceAsStream(after)) {
      assertThat(Files.readString(guide))
          .contains("```yaml\n" + new String(settings.readAllBytes(), UTF_8) + "```");
    }
  }

  private void theSameComesOut(String output) {
    assertThat(output).contains("answer: Take an umbrella\n", "stations: Oslo, Bergen\n");
    assertThat(weather.received("tools/call"))
        .hasSize(2)
        .allMatch(call -> "acme".equals(call.meta().string("tenant")));
  }

  private static String toolResult(int index) {
    return MODEL.requests().get(2).toolResults().get(index).asText();
  }

  @Test
  void beforeUnavailableServerPreventsStart() throws Exception {
    weather.http().stop();

    assertThat(printedBy("before")).contains("ConnectException").doesNotContain("answer:");
  }

  /** The output of the application. */
  private String printedBy(String which) throws IOException, InterruptedException {
    Program application =
        Program.of(
            "com.example.migration." + which + ".WeatherApplication",
            which.equals("before") ? this::isOurs : this::isTheirs);
    assertThat(application.has(ToolCatalog.class.getName())).isEqualTo(which.equals("after"));
    assertThat(application.has("io.modelcontextprotocol.client.McpSyncClient"))
        .isEqualTo(which.equals("before"));
    return application.run(
        folder,
        "--spring.config.location=classpath:/com/example/migration/" + which + "/application.yml",
        "--spring.main.web-application-type=none",
        "--spring.ai.mcp.server.enabled=false",
        "--spring.ai.openai.base-url=" + MODEL.url(),
        "--spring.ai.openai.api-key=none",
        "--weather.url=http://127.0.0.1:" + weather.http().port());
  }

  private boolean isTheirs(Path library) {
    return THEIRS.matcher(library.getFileName().toString()).matches()
        && library.toString().endsWith(".jar")
        && !isOurs(library);
  }

  private boolean isOurs(Path library) {
    return library.equals(origin(McpClientAutoConfiguration.class))
        || library.equals(origin(McpToolCallbackProvider.class))
        || library.equals(origin(ToolCatalog.class))
        || library.equals(origin(McpClient.class));
  }

  private static Path origin(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
