package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.SearchBehavior;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecutor;
import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.internal.access.UnmatchedNames;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.selection.ToolPattern;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How LangChain4j handles tools beyond offering them.
 *
 * @param returnRules return behaviors; if several rules match, the last wins
 * @param alwaysVisible tools that the model sees even with a tool search
 */
record OfferSettings(List<ReturnRule> returnRules, List<ToolPattern> alwaysVisible) {

  OfferSettings {
    returnRules = List.copyOf(returnRules);
    alwaysVisible = List.copyOf(alwaysVisible);
  }

  /** The return behavior of some tools. */
  record ReturnRule(ToolPattern tools, ReturnBehavior behavior) {}

  /** Checks the names that the rules have. */
  List<UnmatchedNames> unmatchedNames() {
    return List.of(
        UnmatchedNames.in("returnBehavior", returnRules.stream().map(ReturnRule::tools).toList()),
        UnmatchedNames.in("alwaysVisible", alwaysVisible));
  }

  AiServiceTool tool(CatalogTool tool, ToolSpecification specification, ToolExecutor executor) {
    return AiServiceTool.builder()
        .toolSpecification(
            isAlwaysVisible(tool) || isSearchTool(tool) ? pinned(specification) : specification)
        .toolExecutor(executor)
        .returnBehavior(returnBehavior(tool))
        .build();
  }

  /** Whether a call of the tool through another one would not be the same. */
  boolean needsOwnDefinition(CatalogTool tool) {
    return isAlwaysVisible(tool) || returnBehavior(tool) != ReturnBehavior.TO_LLM;
  }

  private ReturnBehavior returnBehavior(CatalogTool tool) {
    ReturnBehavior last = ReturnBehavior.TO_LLM;
    for (ReturnRule rule : returnRules) {
      if (rule.tools().matches(tool.server(), tool.listed(), tool.modelName())) {
        last = rule.behavior();
      }
    }
    return last;
  }

  private boolean isAlwaysVisible(CatalogTool tool) {
    return alwaysVisible.stream()
        .anyMatch(pattern -> pattern.matches(tool.server(), tool.listed(), tool.modelName()));
  }

  /** Found by a strategy of LangChain4j one by one, the search tools would be of no use. */
  private static boolean isSearchTool(CatalogTool tool) {
    return tool.server().equals(SearchTools.SERVER);
  }

  private static ToolSpecification pinned(ToolSpecification specification) {
    Map<String, Object> metadata = new LinkedHashMap<>(specification.metadata());
    metadata.put(ToolSpecification.METADATA_SEARCH_BEHAVIOR, SearchBehavior.ALWAYS_VISIBLE);
    return specification.toBuilder().metadata(metadata).build();
  }
}
