package io.mcpbridge.verification.springai.beside;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.spring.Applications;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.spring.model.OpenAiStub;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.exchange.ReceivedMessage;
import io.modelcontextprotocol.client.McpSyncClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Two MCP starters in one application: each has its own servers, and a chat has the tools of both.
 */
@ExtendWith(OutputCaptureExtension.class)
class CoexistenceWithSpringAiTest {

  private static final String THEIRS =
      "--spring.ai.mcp.client.streamable-http.connections.sea.url=";
  private static final String IMPORTED = "--mcp.client.import-spring-ai-connections=true";

  @RegisterExtension static final OpenAiStub MODEL = new OpenAiStub();

  private final FakeMcpServer weather = FakeMcpServer.create();
  private final FakeMcpServer sea = FakeMcpServer.create();

  CoexistenceWithSpringAiTest() {
    weather.tool("forecast").returns("Rain in Oslo");
    sea.tool("waves").returns("Two metres");
  }

  @AfterEach
  void close() {
    weather.close();
    sea.close();
  }

  @Test
  void usesExpectedSpringBootAndSpringAiVersions() {
    assertThat(SpringBootVersion.getVersion())
        .isEqualTo(System.getProperty("expected.spring-boot"));
    assertThat(SyncMcpToolCallbackProvider.class.getPackage().getImplementationVersion())
        .isEqualTo(System.getProperty("expected.spring-ai-mcp"));
  }

  @Test
  void bothClientsWorkSideBySide(CapturedOutput output) {
    try (ConfigurableApplicationContext context =
        start("--mcp.client.servers.weather.url=" + weather.url(), THEIRS + base(sea))) {
      List<McpSyncClient> springAiClients = theirClients(context);
      ToolCatalog ours = context.getBean(ToolCatalog.class);

      assertThat(ours.servers()).extracting(ServerStatus::name).containsExactly("weather");
      assertThat(springAiClients).hasSize(1);
      assertThat(greetings(sea)).hasSize(1).allMatch(it -> it.contains("spring-ai-mcp-client"));
      assertThat(greetings(weather)).noneMatch(it -> it.contains("spring-ai-mcp-client"));
      assertThat(context.getBeanNamesForType(ToolCallbackProvider.class))
          .containsExactlyInAnyOrder("mcpToolCallbackProvider", "mcpToolCallbacks");
      assertThat(names(context.getBean(McpToolCallbackProvider.class)))
          .containsExactly("weather__forecast");
      assertThat(names(context.getBean(SyncMcpToolCallbackProvider.class))).hasSize(1);
      assertThat(ours.tools())
          .extracting(CatalogTool::modelName)
          .containsExactly("weather__forecast");

      assertThat(output).doesNotContain("twice");

      String waves = names(context.getBean(SyncMcpToolCallbackProvider.class)).get(0);
      MODEL.callsTool("weather__forecast", "{}").callsTool(waves, "{}").says("Stay in");

      String answer =
          context
              .getBean(ChatClient.Builder.class)
              .build()
              .prompt("Shall I sail?")
              .toolCallbacks(
                  context
                      .getBeanProvider(ToolCallbackProvider.class)
                      .orderedStream()
                      .toArray(ToolCallbackProvider[]::new))
              .call()
              .content();

      assertThat(answer).isEqualTo("Stay in");
      assertThat(MODEL.requests()).hasSize(3);
      assertThat(MODEL.requests().get(0).toolNames())
          .containsExactlyInAnyOrder("weather__forecast", waves);
      assertThat(MODEL.requests().get(2).toolResults())
          .extracting(result -> result.asText())
          .satisfiesExactly(
              result -> assertThat(result).isEqualTo("Rain in Oslo"),
              result -> assertThat(result).contains("Two metres"));
    }
  }

  @Test
  void warnsOfDuplicateConnectionsAfterImport(CapturedOutput output) {
    try (ConfigurableApplicationContext context = start(IMPORTED, THEIRS + base(sea))) {
      assertThat(context.getBean(ToolCatalog.class).servers())
          .extracting(ServerStatus::name)
          .containsExactly("sea");
      assertThat(theirClients(context)).hasSize(1);
      assertThat(output)
          .containsOnlyOnce("spring.ai.mcp.client.enabled=false")
          .contains("WARN", "mcp.client.import-spring-ai-connections", "[sea]", "twice");
    }
  }

  @Test
  void importWithSpringAiClientDisabledConnectsOnce(CapturedOutput output) {
    try (ConfigurableApplicationContext context =
        start(IMPORTED, "--spring.ai.mcp.client.enabled=false", THEIRS + base(sea))) {
      assertThat(names(context.getBean(ToolCallbackProvider.class))).containsExactly("sea__waves");
      assertThat(greetings(sea)).noneMatch(it -> it.contains("spring-ai-mcp-client"));
      assertThat(output).doesNotContain("twice");
    }
  }

  private static ConfigurableApplicationContext start(String... arguments) {
    var application = Applications.application(BesideApplication.class);
    application.setDefaultProperties(
        Map.of(
            "spring.ai.openai.base-url", url(),
            "spring.ai.openai.api-key", "none",
            "spring.ai.mcp.server.enabled", "false"));
    ConfigurableApplicationContext context = application.run(arguments);
    assertThat(context.getBean(ToolCatalog.class).awaitReady(Duration.ofSeconds(60))).isTrue();
    return context;
  }

  /** With the {@code /v1} segment, if Spring AI does not add it. */
  private static String url() {
    return MODEL.url() + (SpringBootVersion.getVersion().startsWith("3.") ? "" : "/v1");
  }

  @SuppressWarnings("unchecked") // the bean is a list
  private static List<McpSyncClient> theirClients(ConfigurableApplicationContext context) {
    return (List<McpSyncClient>) context.getBean("mcpSyncClients", List.class);
  }

  private static List<String> names(ToolCallbackProvider provider) {
    return Stream.of(provider.getToolCallbacks())
        .map(ToolCallback::getToolDefinition)
        .map(definition -> definition.name())
        .toList();
  }

  private static List<String> greetings(FakeMcpServer server) {
    return server.received("initialize").stream().map(ReceivedMessage::text).toList();
  }

  /** Without the endpoint, which Spring AI adds. */
  private static String base(FakeMcpServer server) {
    return "http://127.0.0.1:" + server.http().port();
  }
}
