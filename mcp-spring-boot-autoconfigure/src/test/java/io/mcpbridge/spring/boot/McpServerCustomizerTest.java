package io.mcpbridge.spring.boot;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static io.mcpbridge.spring.boot.CatalogApplication.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.server.ServerOptionsBuilder;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.transport.http.HttpSseTransport;
import io.mcpbridge.transport.http.HttpTransportBuilder;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A customizer receives each server's name and builder before the server is built. */
class McpServerCustomizerTest {

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  private final List<String> started = new CopyOnWriteArrayList<>();
  private final McpServerCustomizer customizer =
      new McpServerCustomizer() {
        @Override
        public void options(String server, ServerOptionsBuilder options) {
          options.timeout(Duration.ofSeconds(server.length()));
        }

        @Override
        public void http(String server, HttpTransportBuilder<?> transport) {
          transport.header("X-Server", server);
        }

        @Override
        public void stdio(String server, StdioTransport.Builder transport) {
          started.add(server);
        }
      };

  @Test
  void overridesProperties() {
    server.tool("ping").returns("pong");
    CatalogApplication.run(
        application(
                "servers.four.url=" + server.url(),
                "servers.four.timeout=50s",
                "servers.three.command=no-such-command")
            .withBean(McpServerCustomizer.class, () -> customizer),
        catalog -> {
          assertThat(catalog.servers())
              .extracting(status -> status.options().timeout())
              .containsExactly(Duration.ofSeconds(4), Duration.ofSeconds(5));
          assertThat(call(catalog, "four__ping", "{}").text()).isEqualTo("pong");
          assertThat(server.received("tools/call").get(0).header("X-Server")).isEqualTo("four");
          assertThat(started).containsExactly("three");
        });
  }

  /** Only HTTP+SSE has a message endpoint. */
  @Test
  void setsMessageEndpointAndMessageLimits() {
    server.tool("ping").returns("pong");
    server.tool("large").returns("x".repeat(20_000));
    try (HttpSseRelay relay = new HttpSseRelay(server, "https://internal.example")) {
      McpServerCustomizer endpoints =
          new McpServerCustomizer() {
            @Override
            public void http(String name, HttpTransportBuilder<?> transport) {
              transport.limits(JsonLimits.defaults().withMaxMessageBytes(10_000));
              if (transport instanceof HttpSseTransport.Builder sse) {
                sse.messageEndpoint(URI.create(relay.url().replace("/sse", "/messages")));
              }
            }
          };
      CatalogApplication.run(
          application("servers.s.url=" + relay.url(), "servers.s.transport=sse")
              .withBean(McpServerCustomizer.class, () -> endpoints),
          catalog -> {
            assertThat(call(catalog, "s__ping", "{}").text()).isEqualTo("pong");
            assertThat(call(catalog, "s__large", "{}").failure())
                .isInstanceOf(McpLimitException.class);
          });
    }
  }
}
