package io.mcpbridge.spring.boot.server;

import static io.mcpbridge.spring.boot.Configured.application;
import static io.mcpbridge.spring.boot.Configured.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.spring.boot.Configured;
import io.mcpbridge.spring.boot.autoconfigure.McpRuntimeHints;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aot.hint.RuntimeHints;

/** An application that migrates from Spring AI's own starter keeps its connections. */
class SpringAiConnectionsTest {

  private static final String SWITCH = "import-spring-ai-connections=true";

  @Test
  void streamableHttpAndSse() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("ping").returns(FakeResult.text("pong"));
      String url = server.http().url();
      String sse = server.httpSse().url();
      Configured.run(
          application(SWITCH)
              .withPropertyValues(
                  "spring.ai.mcp.client.streamable-http.connections.web.url=" + url,
                  "spring.ai.mcp.client.streamable-http.connections.web.endpoint=" + path(url),
                  "spring.ai.mcp.client.sse.connections.old.url=" + sse,
                  "spring.ai.mcp.client.sse.connections.old.sse-endpoint=" + path(sse)),
          catalog -> {
            assertThat(call(catalog, "web__ping", "{}").text()).isEqualTo("pong");
            assertThat(call(catalog, "old__ping", "{}").text()).isEqualTo("pong");
          });
    }
  }

  private static String path(String url) {
    return URI.create(url).getPath();
  }

  @Test
  void importsEndpointsStdioServersConfigFileAndTimeout(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("servers.json"),
            """
            {"mcpServers": {"listed": {"command": "no-such", "args": ["a"], "env": {"K": "v"}}}}\
            """);
    application(SWITCH, "defaults.start=lazy", "servers.own.command=no-such")
        .withPropertyValues(
            "spring.ai.mcp.client.request-timeout=7s",
            "spring.ai.mcp.client.stdio.servers-configuration=file:" + file,
            "spring.ai.mcp.client.stdio.connections.run.command=no-such",
            "spring.ai.mcp.client.stdio.connections.run.args=x,y",
            "spring.ai.mcp.client.streamable-http.connections.web.url=http://127.0.0.1:1",
            "spring.ai.mcp.client.sse.connections.old.url=http://127.0.0.1:1/")
        .run(
            context -> {
              ToolCatalog catalog = context.getBean(ToolCatalog.class);
              assertThat(catalog.servers())
                  .extracting(ServerStatus::name, ServerStatus::address)
                  .containsExactly(
                      tuple("own", "stdio: no-such"),
                      tuple("listed", "stdio: no-such a"),
                      tuple("run", "stdio: no-such x y"),
                      tuple("old", "http://127.0.0.1:1/sse"),
                      tuple("web", "http://127.0.0.1:1/mcp"));
              assertThat(catalog.servers())
                  .extracting(status -> status.options().timeout().toSeconds())
                  .containsExactly(60L, 7L, 7L, 7L, 7L);
            });
  }

  @Test
  void ownPropertiesOverrideImported() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("ping");
      server.tool("drop");
      String url = server.http().url();
      Configured.run(
          application(SWITCH, "servers.web.exclude=drop", "servers.web.timeout=5s")
              .withPropertyValues(
                  "spring.ai.mcp.client.request-timeout=7s",
                  "spring.ai.mcp.client.streamable-http.connections.web.url=" + url,
                  "spring.ai.mcp.client.streamable-http.connections.web.endpoint=" + path(url)),
          catalog -> {
            assertThat(catalog.snapshot().tools())
                .extracting(CatalogTool::modelName)
                .containsExactly("web__ping");
            assertThat(catalog.servers().get(0).options().timeout())
                .isEqualTo(Duration.ofSeconds(5));
          });
    }
  }

  @Test
  void importsOnlyIfEnabled() {
    application()
        .withPropertyValues(
            "spring.ai.mcp.client.streamable-http.connections.web.url=http://127.0.0.1:1")
        .run(context -> assertThat(context.getBean(ToolCatalog.class).servers()).isEmpty());
  }

  @Test
  void namesSpringAiProperty() {
    application(SWITCH)
        .withPropertyValues("spring.ai.mcp.client.sse.connections.web.url=nothing")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("spring.ai.mcp.client.sse.connections.web.url is not"));
  }

  @Test
  void registersRuntimeHintsForBinding() {
    RuntimeHints hints = new RuntimeHints();
    new McpRuntimeHints().registerHints(hints, null);

    for (Class<?> type : List.of(SpringAiConnections.Stdio.class, SpringAiConnections.Http.class)) {
      assertThat(hints.reflection().getTypeHint(type)).isNotNull();
      assertThat(hints.reflection().getTypeHint(type).constructors()).isNotEmpty();
    }
  }
}
