package io.mcpbridge.spring.boot;

import static io.mcpbridge.spring.boot.Configured.application;
import static io.mcpbridge.spring.boot.Configured.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ServerStatus;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Beans that provide the address of servers. */
class McpConnectionDetailsTest {

  private final FakeMcpServer server = FakeMcpServer.create();

  @BeforeEach
  void offer() {
    server.tool("forecast").returns(FakeResult.text("Rain"));
  }

  @AfterEach
  void close() {
    server.close();
  }

  private McpConnectionDetails details(String name) {
    return McpConnectionDetails.of(name, server.http().url());
  }

  @Test
  void theyTakeThePlaceOfTheUrlAndLeaveTheRest() {
    Configured.run(
        application(
                "servers.weather.url=http://127.0.0.1:1/mcp",
                "servers.weather.message-endpoint=http://127.0.0.1:1/messages",
                "servers.weather.bearer-token=letmein",
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
  void aServerThatWouldBeAProgramIsReachedThere() {
    Configured.run(
        application("servers.weather.command=no-such-program")
            .withBean(McpConnectionDetails.class, () -> details("weather")),
        catalog -> assertThat(call(catalog, "weather__forecast", "{}").text()).isEqualTo("Rain"));
  }

  @Test
  void oneThatThePropertiesDoNotNameIsAddedWithWhatHoldsForAll() {
    Configured.run(
        application("servers.zebra.url=http://127.0.0.1:1/mcp", "defaults.provenance=true")
            .withBean(McpConnectionDetails.class, () -> details("weather")),
        catalog -> {
          assertThat(catalog.servers())
              .extracting(ServerStatus::name)
              .containsExactly("zebra", "weather");
          assertThat(call(catalog, "weather__forecast", "{}").text())
              .contains("weather", "forecast")
              .endsWith("Rain");
        });
  }

  @Test
  void whatThePropertiesSwitchOffStaysOff() {
    Configured.run(
        application("servers.weather.enabled=false")
            .withBean(McpConnectionDetails.class, () -> details("weather")),
        catalog -> assertThat(catalog.servers()).isEmpty());
  }

  @Test
  void twoForOneServerAreAMistake() {
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
  void anAddressThatCannotBeCalledIsTold() {
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
