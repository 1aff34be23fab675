package com.example.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.search.ToolHit;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchMode;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tool search in plain Java, as in docs/how-to/search-tools.md. */
class SearchToolsInJavaTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private ToolCatalog catalog;

  @BeforeEach
  void start() {
    server
        .tool("create_pull_request")
        .description("Opens a pull request.")
        .inputSchema(
            "{\"type\": \"object\", \"properties\": {\"title\": {\"type\": \"string\"}}, \"required\": [\"title\"]}")
        .handler(call -> FakeResult.text("Opened " + call.string("title")));
    server.tool("get_issue").description("Reads an issue.");
    catalog = ToolCatalog.builder().server("github", server.transport()).build();
    assertThat(catalog.awaitReady(Duration.ofSeconds(30))).isTrue();
  }

  @AfterEach
  void close() {
    catalog.close();
    server.close();
  }

  @Test
  void offersSearchTools() {
    ToolSearch search =
        ToolSearch.builder().mode(ToolSearchMode.ALWAYS).alwaysVisible("github__get_*").build();
    SearchTools tools = catalog.searchable(search);

    String hits = tools.call("search_tools", "{\"queries\": [\"open pull request\"]}").text();
    ToolOutput output =
        tools.call(
            "call_tool",
            "{\"name\": \"github__create_pull_request\", \"arguments\": {\"title\": \"Fix\"}}");

    assertThat(hits).contains("- github__create_pull_request(title*): Opens a pull request.");
    assertThat(output.text()).isEqualTo("Opened Fix");
    assertThat(tools.tools())
        .extracting(CatalogTool::modelName)
        .containsExactly("search_tools", "describe_tool", "call_tool", "github__get_issue");
  }

  @Test
  void searchesInCode() {
    List<String> printed = new ArrayList<>();
    for (ToolHit hit : catalog.search("open a pull request", 5).hits()) {
      printed.add(hit.name() + "(" + hit.signature() + "): " + hit.summary());
    }

    assertThat(printed).startsWith("github__create_pull_request(title*): Opens a pull request.");
  }
}
