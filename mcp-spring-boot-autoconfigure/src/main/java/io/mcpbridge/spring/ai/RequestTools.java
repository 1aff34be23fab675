package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.ToolSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;

/**
 * The tools of one request to a model.
 *
 * @param mcp the tools of MCP servers by model name
 * @param among where names are looked up: the tools of the request, for each catalog or view
 * @param isAll whether the request has no other tools
 */
record RequestTools(Map<String, McpToolCallback> mcp, List<ToolSet> among, boolean isAll) {

  /**
   * @param others whether the request has tools besides these
   */
  static RequestTools of(List<ToolCallback> given, boolean others) {
    Map<String, McpToolCallback> mcp =
        given.stream()
            .filter(McpToolCallback.class::isInstance)
            .map(McpToolCallback.class::cast)
            .collect(
                Collectors.toMap(
                    tool -> tool.getToolDefinition().name(),
                    Function.identity(),
                    (first, same) -> first));
    Set<ToolSet> sets = new LinkedHashSet<>();
    mcp.values().forEach(tool -> sets.add(tool.tools()));
    List<ToolSet> among =
        sets.stream()
            .map(
                set ->
                    isWhole(set, mcp) ? set : set.view(tool -> mcp.containsKey(tool.modelName())))
            .toList();
    return new RequestTools(mcp, among, !others && mcp.size() == given.size());
  }

  private static boolean isWhole(ToolSet set, Map<String, McpToolCallback> mcp) {
    return set.snapshot().tools().stream().allMatch(tool -> mcp.containsKey(tool.modelName()));
  }

  /**
   * The callback to run for a tool that is not among these.
   *
   * @param offered the set that the tools of the request come from; {@code null} if unknown
   */
  ToolCallback standIn(String name, @Nullable ToolSet offered) {
    McpToolCallback meant = resolve(name);
    return meant == null
        ? new UnknownToolCallback(name, sentence(name, offered))
        : meant.calledAs(name);
  }

  /** The only tool that matches; {@code null} if there is none, or several. */
  private @Nullable McpToolCallback resolve(String name) {
    ToolSet.MatchedTool matchedTool = ToolSet.matchedTool(name, among);
    return matchedTool == null ? null : mcp.get(matchedTool.tool().modelName());
  }

  /** An empty set gives its reason only for a request without any tools. */
  private String sentence(String name, @Nullable ToolSet offered) {
    boolean isReason =
        mcp.isEmpty() && isAll && offered != null && offered.snapshot().tools().isEmpty();
    return ToolSet.unknownTool(name, isReason ? List.of(offered) : among, !isAll);
  }
}
