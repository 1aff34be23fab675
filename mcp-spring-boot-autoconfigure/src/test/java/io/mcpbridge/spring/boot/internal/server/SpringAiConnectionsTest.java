package io.mcpbridge.spring.boot.internal.server;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static io.mcpbridge.spring.boot.CatalogApplication.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.spring.boot.CatalogApplication;
import io.mcpbridge.spring.boot.HttpSseRelay;
import io.mcpbridge.test.FakeMcpServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** An application that migrates from Spring AI's own starter keeps its connections. */
@ExtendWith(OutputCaptureExtension.class)
class SpringAiConnectionsTest {

  private static final String SWITCH = "import-spring-ai-connections=true";

  @Test
  void streamableHttpAndSse() {
    try (FakeMcpServer server = FakeMcpServer.create();
        HttpSseRelay relay = new HttpSseRelay(server)) {
      server.tool("ping").returns("pong");
      String url = server.url();
      String sse = relay.url();
      CatalogApplication.run(
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
      String url = server.url();
      CatalogApplication.run(
          application(SWITCH, "servers.web.exclude=drop", "servers.web.timeout=5s")
              .withPropertyValues(
                  "spring.ai.mcp.client.request-timeout=7s",
                  "spring.ai.mcp.client.streamable-http.connections.web.url=" + url,
                  "spring.ai.mcp.client.streamable-http.connections.web.endpoint=" + path(url)),
          catalog -> {
            assertThat(catalog.tools())
                .extracting(CatalogTool::modelName)
                .containsExactly("web__ping");
            assertThat(catalog.servers().get(0).options().timeout())
                .isEqualTo(Duration.ofSeconds(5));
          });
    }
  }

  @Test
  void warnsOnceOfIgnoredProperties(CapturedOutput output) {
    application(SWITCH)
        .withPropertyValues(
            "spring.ai.mcp.client.enabled=false",
            "spring.ai.mcp.client.initialized=false",
            "spring.ai.mcp.client.name=shop",
            "spring.ai.mcp.client.version=${NO_SUCH_VERSION}",
            "spring.ai.mcp.client.type=ASYNC",
            "spring.ai.mcp.client.toolcallback.enabled=false")
        .run(context -> assertThat(context).hasNotFailed());

    assertThat(output.getOut().lines())
        .filteredOn(line -> line.contains("imports connections only"))
        .singleElement()
        .asString()
        .contains(
            "client.name: ToolCatalogBuilder.clientInfo in a bean of type ToolCatalogCustomizer;",
            "client.version: ToolCatalogBuilder.clientInfo in",
            "client.enabled: mcp.client.enabled=false;",
            "client.initialized: mcp.client.defaults.start=lazy;",
            "client.toolcallback.enabled: mcp.client.spring-ai.enabled=false;",
            "client.type: nothing");
  }

  /** What Spring AI's starter does by default is what the import does. */
  @Test
  void acceptsPropertiesThatChangeNothing(CapturedOutput output) {
    application(SWITCH)
        .withPropertyValues(
            "spring.ai.mcp.client.enabled=true",
            "spring.ai.mcp.client.initialized=true",
            "spring.ai.mcp.client.type=SYNC",
            "spring.ai.mcp.client.toolcallback.enabled=true")
        .run(context -> assertThat(context).hasNotFailed());

    assertThat(output).doesNotContain("imports connections only");
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
}
