package com.example.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.spring.ai.McpToolCallbackProvider;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tool search in Spring AI, as in docs/how-to/search-tools.md. */
class SearchToolsInSpringAiTest {

  @Test
  void offersSearchTools() {
    try (FakeMcpServer server = FakeMcpServer.create()) {
      server.tool("get_issue");
      server.tool("delete_repository");
      try (ToolCatalog catalog =
          ToolCatalog.builder().server("github", server.transport()).build()) {
        assertThat(catalog.awaitReady(Duration.ofSeconds(30))).isTrue();

        ToolSearch search =
            ToolSearch.builder().mode(ToolSearchMode.ALWAYS).alwaysVisible("github__get_*").build();
        McpToolCallbackProvider tools =
            McpToolCallbackProvider.builder().tools(catalog).toolSearch(search).build();

        assertThat(tools.getToolCallbacks())
            .extracting(tool -> tool.getToolDefinition().name())
            .containsExactly("search_tools", "describe_tool", "call_tool", "github__get_issue");
      }
    }
  }
}
