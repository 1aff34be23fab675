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
 * @param mcp of them, those of MCP servers, by the name that the model sees
 * @param among what the names are looked for in: of each catalogue or view, the tools of the
 *     request
 * @param isAll whether there are no others
 */
record GivenTools(Map<String, McpToolCallback> mcp, List<ToolSet> among, boolean isAll) {

  /**
   * @param others whether it has some besides
   */
  static GivenTools of(List<ToolCallback> given, boolean others) {
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
    return new GivenTools(mcp, among, !others && mcp.size() == given.size());
  }

  private static boolean isWhole(ToolSet set, Map<String, McpToolCallback> mcp) {
    return set.snapshot().tools().stream().allMatch(tool -> mcp.containsKey(tool.modelName()));
  }

  /**
   * What to call instead of a tool that is not among these.
   *
   * @param offered where the request would have others from; {@code null} if that is not known
   */
  ToolCallback standIn(String name, @Nullable ToolSet offered) {
    McpToolCallback meant = meant(name);
    return meant == null ? new UnknownTool(name, sentence(name, offered)) : meant.calledAs(name);
  }

  /** The only one that can be meant; {@code null} if there is none, or several. */
  private @Nullable McpToolCallback meant(String name) {
    ToolSet.Meant meant = ToolSet.meant(name, among);
    return meant == null ? null : mcp.get(meant.tool().modelName());
  }

  /** Of a request without tools, the set that has none either says why; others are not told of. */
  private String sentence(String name, @Nullable ToolSet offered) {
    boolean isReason =
        mcp.isEmpty() && isAll && offered != null && offered.snapshot().tools().isEmpty();
    return ToolSet.unknownTool(name, isReason ? List.of(offered) : among, !isAll);
  }
}
