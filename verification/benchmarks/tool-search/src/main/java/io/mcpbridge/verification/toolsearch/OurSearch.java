package io.mcpbridge.verification.toolsearch;

import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.search.ToolHit;
import io.mcpbridge.search.ToolSearch;
import io.mcpbridge.search.ToolSearchResult;
import java.util.OptionalDouble;

/** MCP Bridge's search. */
record OurSearch(String name, ToolSearch search, CatalogSnapshot tools) implements Contestant {

  @Override
  public SearchResult search(String query) {
    ToolSearchResult result = search.search(tools, query);
    return new SearchResult(
        result.hits().stream().map(ToolHit::tool).toList(), OptionalDouble.of(result.confidence()));
  }
}
