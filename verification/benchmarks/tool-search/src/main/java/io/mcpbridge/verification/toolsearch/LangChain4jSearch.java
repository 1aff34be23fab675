package io.mcpbridge.verification.toolsearch;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.search.ToolSearchRequest;
import dev.langchain4j.service.tool.search.ToolSearchStrategy;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * A strategy of LangChain4j, which gets names and descriptions. Its arguments are what a model
 * would write for the query: the words as {@code terms}, or the whole {@code query}.
 */
final class LangChain4jSearch implements Contestant {

  private final String name;
  private final ToolSearchStrategy strategy;
  private final CatalogSnapshot tools;
  private final boolean inWords;
  private final List<ToolSpecification> specifications;

  LangChain4jSearch(
      String name, ToolSearchStrategy strategy, CatalogSnapshot tools, boolean inWords) {
    this.name = name;
    this.strategy = strategy;
    this.tools = tools;
    this.inWords = inWords;
    this.specifications =
        tools.tools().stream()
            .map(
                tool ->
                    ToolSpecification.builder()
                        .name(tool.modelName())
                        .description(tool.description())
                        .build())
            .toList();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public SearchResult search(String query) {
    Map<String, Object> arguments =
        inWords ? Map.of("terms", List.of(query.split("\\s+"))) : Map.of("query", query);
    List<CatalogTool> hits =
        strategy
            .search(
                ToolSearchRequest.builder()
                    .toolExecutionRequest(
                        ToolExecutionRequest.builder()
                            .id("1")
                            .name("tool_search_tool")
                            .arguments(Json.write(arguments))
                            .build())
                    .searchableTools(specifications)
                    .invocationContext(InvocationContext.builder().build())
                    .build())
            .foundToolNames()
            .stream()
            .map(toolName -> Objects.requireNonNull(tools.tool(toolName)))
            .limit(5)
            .toList();
    return new SearchResult(hits, OptionalDouble.empty());
  }
}
