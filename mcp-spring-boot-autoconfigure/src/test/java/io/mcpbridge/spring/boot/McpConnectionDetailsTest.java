package io.mcpbridge.spring.boot;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static io.mcpbridge.spring.boot.CatalogApplication.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.test.FakeMcpServer;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Beans that provide the address of servers. */
class McpConnectionDetailsTest {

  private final FakeMcpServer server = FakeMcpServer.create();

  @BeforeEach
  void offer() {
    server.tool("forecast").returns("Rain");
  }

  @AfterEach
  void close() {
    server.close();
  }

  private McpConnectionDetails details(String name) {
    return McpConnectionDetails.of(name, server.url());
  }

  @Test
  void connectionDetailsReplaceUrl() {
    CatalogApplication.run(
        application(
                "servers.weather.url=http://127.0.0.1:1/mcp",
                "servers.weather.auth.bearer-token=letmein",
                "servers.weather.exclude=tide")
            .withBean(McpConnectionDetails.class, () -> details("weather")),
        catalog -> {
          server.tool("tide");
          assertThat(call(catalog, "weather__forecast", "{}").text()).isEqualTo("Rain");
          assertThat(server.received("tools/call").get(0).header("Authorization"))
              .isEqualTo("Bearer letmein");
        });
  }

  @Test
  void connectionDetailsReplaceCommand() {
    CatalogApplication.run(
        application("servers.weather.command=no-such-program")
            .withBean(McpConnectionDetails.class, () -> details("weather")),
        catalog -> assertThat(call(catalog, "weather__forecast", "{}").text()).isEqualTo("Rain"));
  }

  @Test
  void addsServerWithDefaults() {
    CatalogApplication.run(
        application(
                "servers.zebra.url=http://127.0.0.1:1/mcp", "defaults.max-result-characters=200")
            .withBean(McpConnectionDetails.class, () -> details("weather")),
        catalog -> {
          assertThat(catalog.servers())
              .extracting(ServerStatus::name)
              .containsExactly("zebra", "weather");
          assertThat(catalog.servers().get(1).options().maxResultCharacters()).isEqualTo(200);
          assertThat(call(catalog, "weather__forecast", "{}").text()).isEqualTo("Rain");
        });
  }

  @Test
  void keepsDisabledServerDisabled() {
    CatalogApplication.run(
        application("servers.weather.enabled=false")
            .withBean(McpConnectionDetails.class, () -> details("weather")),
        catalog -> assertThat(catalog.servers()).isEmpty());
  }

  @Test
  void rejectsDuplicateDetailsForSameServer() {
    application()
        .withBean("one", McpConnectionDetails.class, () -> details("weather"))
        .withBean("two", McpConnectionDetails.class, () -> details("weather"))
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("weather")
                    .hasMessageContaining("McpConnectionDetails"));
  }

  @Test
  void rejectsInvalidUrl() {
    application()
        .withBean(
            McpConnectionDetails.class,
            () ->
                McpConnectionDetails.of(
                    "weather", URI.create("ftp://geheim@example.com").toString()))
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .hasStackTraceContaining("McpConnectionDetails of the MCP server \"weather\"")
                    .satisfies(
                        failure -> assertThat(failure.getMessage()).doesNotContain("geheim")));
  }
}
