package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.SearchBehavior;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecutor;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What LangChain4j is to do with tools, beside offering them.
 *
 * @param returns where their results go; of several rules that match, the last counts
 * @param alwaysVisible tools that the model sees although it has to search for others
 */
record OfferedAs(List<Returns> returns, List<ToolPattern> alwaysVisible) {

  OfferedAs {
    returns = List.copyOf(returns);
    alwaysVisible = List.copyOf(alwaysVisible);
  }

  /** Where the results of some tools go. */
  record Returns(ToolPattern tools, ReturnBehavior behavior) {}

  /** All tools that something is said of. */
  ToolSelection selection() {
    ToolSelection.Builder all = ToolSelection.builder().onlyIncluded();
    returns.forEach(rule -> all.include(rule.tools()));
    alwaysVisible.forEach(all::include);
    return all.build();
  }

  AiServiceTool tool(CatalogTool tool, ToolSpecification specification, ToolExecutor executor) {
    return AiServiceTool.builder()
        .toolSpecification(isAlwaysVisible(tool) ? pinned(specification) : specification)
        .toolExecutor(executor)
        .returnBehavior(returnBehavior(tool))
        .build();
  }

  private ReturnBehavior returnBehavior(CatalogTool tool) {
    ReturnBehavior last = ReturnBehavior.TO_LLM;
    for (Returns rule : returns) {
      if (rule.tools().matches(tool.server(), tool.listed())) {
        last = rule.behavior();
      }
    }
    return last;
  }

  private boolean isAlwaysVisible(CatalogTool tool) {
    return alwaysVisible.stream()
        .anyMatch(pattern -> pattern.matches(tool.server(), tool.listed()));
  }

  private static ToolSpecification pinned(ToolSpecification specification) {
    Map<String, Object> metadata = new LinkedHashMap<>(specification.metadata());
    metadata.put(ToolSpecification.METADATA_SEARCH_BEHAVIOR, SearchBehavior.ALWAYS_VISIBLE);
    return specification.toBuilder().metadata(metadata).build();
  }
}
