package com.example.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.langchain4j.McpToolProvider;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.test.FakeMcpServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tool search in LangChain4j, as in docs/how-to/search-tools.md. */
class SearchToolsInLangChain4jTest {

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
        McpToolProvider tools = McpToolProvider.builder().tools(catalog).toolSearch(search).build();

        assertThat(tools.provideTools(null).tools().keySet())
            .extracting(ToolSpecification::name)
            .containsExactly("search_tools", "describe_tool", "call_tool", "github__get_issue");
      }
    }
  }
}
