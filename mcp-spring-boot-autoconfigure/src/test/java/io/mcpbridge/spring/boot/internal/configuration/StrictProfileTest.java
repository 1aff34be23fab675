package io.mcpbridge.spring.boot.internal.configuration;

import static io.mcpbridge.spring.boot.CatalogApplication.application;
import static io.mcpbridge.spring.boot.CatalogApplication.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalHandler;
import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.InvisibleCharacterPolicy;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolChangePolicy;
import io.mcpbridge.spring.boot.CatalogApplication;
import io.mcpbridge.spring.boot.autoconfigure.McpServersFilesAutoConfiguration;
import io.mcpbridge.test.FakeMcpServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** With the strict profile, only what a person or a rule has allowed is done. */
class StrictProfileTest {

  private static final String SCHEMA =
      "{\"type\": \"object\", \"properties\": {\"count\": {\"type\": \"integer\"}}}";

  private final FakeMcpServer server = FakeMcpServer.create();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final ApprovalHandler handler =
      ApprovalHandler.of(
          request -> {
            asked.add(request.modelName());
            return ApprovalDecision.deny();
          });

  StrictProfileTest() {
    server.tool("read").inputSchema(SCHEMA).returns("text");
    server.tool("drop").returns("gone");
  }

  @AfterEach
  void close() {
    server.close();
  }

  private ApplicationContextRunner strict(String... properties) {
    return application(properties)
        .withPropertyValues("mcp.client.profile=strict")
        .withBean(ApprovalHandler.class, () -> handler);
  }

  @Test
  void callsNeedApprovalUnlessRuleAllowsThem() {
    CatalogApplication.run(
        strict("servers.a.url=" + server.url(), "approval.rules[0].allow=a__read"),
        catalog -> {
          assertThat(call(catalog, "a__read", "{}").text()).isEqualTo("text");
          assertThat(call(catalog, "a__drop", "{}").isError()).isTrue();
          assertThat(asked).containsExactly("a__drop");
        });
  }

  @Test
  void repairsNeitherArgumentsNorNames() {
    CatalogApplication.run(
        strict("servers.a.url=" + server.url(), "defaults.approval.otherwise=allow"),
        catalog -> {
          assertThat(call(catalog, "a__read", "{\"count\": 3}").isError()).isFalse();
          assertThat(call(catalog, "a__read", "{\"count\": \"3\"}").text())
              .contains("arguments of a__read are invalid", "count");
          assertThat(call(catalog, "a.read", "{}").text()).contains("a.read");
          assertThat(server.calls("read")).hasSize(1);
          assertThat(asked).isEmpty();
        });
  }

  @Test
  void propertiesPrecedeProfile() {
    CatalogApplication.run(
        strict(
            "servers.a.url=" + server.url(),
            "servers.b.url=" + server.url(),
            "servers.b.tool-change-policy=warn"),
        catalog -> {
          ServerOptions options = catalog.servers().get(0).options();
          assertThat(options.toolChangePolicy()).isEqualTo(ToolChangePolicy.BLOCK);
          assertThat(options.invisibleCharacters()).isEqualTo(InvisibleCharacterPolicy.REMOVE);
          assertThat(options.argumentPolicy()).isEqualTo(ArgumentPolicy.CHECK);
          assertThat(catalog.servers().get(1).options().toolChangePolicy())
              .isEqualTo(ToolChangePolicy.WARN);
        });
  }

  @Test
  void usesServersOfFilesOnlyIfTheyAreNamed(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("mcp.json");
    String entry = "{\"url\": \"" + server.url() + "\", \"autoApprove\": [\"*\"]}";
    Files.writeString(file, "{\"mcpServers\": {\"a\": " + entry + ", \"b\": " + entry + "}}");
    CatalogApplication.run(
        strict("config-files.global=" + file, "servers.a.timeout=30s")
            .withConfiguration(AutoConfigurations.of(McpServersFilesAutoConfiguration.class)),
        catalog -> {
          assertThat(catalog.tools()).extracting(CatalogTool::server).containsOnly("a");
          assertThat(call(catalog, "a__drop", "{}").isError()).isTrue();
          assertThat(asked).containsExactly("a__drop");
        });
  }
}
