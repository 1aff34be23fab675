package com.example.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.ToolView;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tool selection per agent. */
@ExtendWith(LeakCheck.class)
class FilterToolsTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer githubServer = FakeMcpServer.create();
  private final FakeMcpServer filesServer = FakeMcpServer.create();
  private final Transport github = githubServer.transport();
  private final Transport files = filesServer.transport();

  @AfterEach
  void close() {
    githubServer.close();
    filesServer.close();
  }

  private static List<String> names(ToolSet tools) {
    return tools.tools().stream().map(CatalogTool::modelName).toList();
  }

  @Test
  void limitsToolsPerAgentWithToolView() {
    githubServer.tool("list_issues").annotations("{\"readOnlyHint\": true}");
    githubServer.tool("merge_pull_request");
    filesServer.tool("read_file").returns("text");
    try (ToolCatalog catalog =
        ToolCatalog.builder().server("github", github).server("files", files).build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();

      ToolView reviewer =
          catalog.view(
              ToolSelection.builder()
                  .include(ToolPattern.any().ofServers("github").readOnly())
                  .include("read_*")
                  .build());

      ToolOutput output = reviewer.call("github__merge_pull_request", "{}", CallOptions.defaults());

      assertThat(names(reviewer)).containsExactly("github__list_issues", "files__read_file");
      assertThat(output.isError()).isTrue();
      assertThat(githubServer.received("tools/call")).isEmpty();
    }
  }

  @Test
  void includesExcludesHidesAndDisablesTools() {
    for (String name : new String[] {"get_a", "get_secret", "list", "sync", "purge"}) {
      githubServer.tool(name);
    }

    ServerOptions options =
        ServerOptions.builder()
            .selection(
                ToolSelection.builder()
                    .include("get_*", "list", "sync", "purge")
                    .exclude("*_secret")
                    .hide("sync")
                    .disable("purge")
                    .build())
            .build();

    try (ToolCatalog catalog = ToolCatalog.builder().server("github", github, options).build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      assertThat(names(catalog)).containsExactly("github__get_a", "github__list");
      assertThat(catalog.snapshot().all()).hasSize(4);
      assertThat(catalog.call("github__sync", "{}", CallOptions.defaults()).isError()).isFalse();
      assertThat(catalog.call("github__purge", "{}", CallOptions.defaults()).isError()).isTrue();
    }
  }

  @Test
  void namesTools() {
    githubServer.tool("list_issues");
    filesServer.tool("read_file");

    ToolCatalog catalog =
        ToolCatalog.builder()
            .server("github", github, ServerOptions.builder().toolNamePrefix(false).build())
            .server("files", files)
            .toolNameMapper((server, tool) -> server + "_" + tool)
            .build();

    try (catalog) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      assertThat(names(catalog)).containsExactly("list_issues", "files_read_file");
    }
  }

  @Test
  void overridesToolDescription() {
    githubServer
        .instructions("Use owner/name for repositories.")
        .tool("search")
        .description("Finds");

    ServerOptions options =
        ServerOptions.builder()
            .tool(
                "search",
                ToolOptions.builder()
                    .description("Finds issues of our repositories. Always try this first.")
                    .build())
            .build();

    try (ToolCatalog catalog = ToolCatalog.builder().server("github", github, options).build()) {
      assertThat(catalog.awaitReady(SOON)).isTrue();
      assertThat(catalog.snapshot().tool("github__search").description())
          .startsWith("Finds issues");

      String instructions = catalog.instructions("github");

      assertThat(instructions)
          .isEqualTo(
              "How to use the tools of the server github:\nUse owner/name for repositories.");
    }
  }
}
