package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.SearchTools;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.client.call.CallOptions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;

/**
 * The tools of one request to a model.
 *
 * @param mcp the tools of MCP servers by model name
 * @param toolSets where names are looked up: the tools of the request, for each catalog or view
 * @param isAll whether the request has no other tools
 */
record RequestTools(Map<String, McpToolCallback> mcp, List<ToolSet> toolSets, boolean isAll) {

  /**
   * @param hasOtherTools whether the request has tools besides these
   */
  static RequestTools of(List<ToolCallback> callbacks, boolean hasOtherTools) {
    Map<String, McpToolCallback> mcp =
        callbacks.stream()
            .filter(McpToolCallback.class::isInstance)
            .map(McpToolCallback.class::cast)
            .collect(
                Collectors.toMap(
                    tool -> tool.getToolDefinition().name(),
                    Function.identity(),
                    (first, duplicate) -> first));
    Set<ToolSet> sets = new LinkedHashSet<>();
    mcp.values().forEach(tool -> sets.add(tool.tools()));
    List<ToolSet> toolSets =
        sets.stream()
            .map(
                set ->
                    isWhole(set, mcp) ? set : set.view(tool -> mcp.containsKey(tool.modelName())))
            .toList();
    return new RequestTools(mcp, toolSets, !hasOtherTools && mcp.size() == callbacks.size());
  }

  private static boolean isWhole(ToolSet set, Map<String, McpToolCallback> mcp) {
    return set.tools().stream().allMatch(tool -> mcp.containsKey(tool.modelName()));
  }

  /**
   * The callback to run for a tool that is not among these.
   *
   * @param offered the set that the tools of the request come from; {@code null} if unknown
   */
  ToolCallback standIn(String name, @Nullable ToolSet offered) {
    ToolSet.MatchedTool matched = ToolSet.matchedTool(name, toolSets);
    if (matched == null) {
      return unknown(name, offered);
    }
    McpToolCallback callback = mcp.get(matched.tool().modelName());
    return callback == null ? searchTool().forTool(matched, name) : callback.calledAs(name);
  }

  /** By which the model found the tool. */
  private McpToolCallback searchTool() {
    return mcp.values().stream()
        .filter(tool -> tool.server().equals(SearchTools.SERVER))
        .findFirst()
        .orElseThrow();
  }

  /** An empty set gives its reason only for a request without any tools. */
  private ToolCallback unknown(String name, @Nullable ToolSet offered) {
    boolean isReason = mcp.isEmpty() && isAll && offered != null && offered.tools().isEmpty();
    List<ToolSet> sets = isReason ? List.of(offered) : toolSets;
    ToolSet counting = sets.isEmpty() ? offered : sets.get(0);
    return new UnknownToolCallback(
        name,
        counting == null ? null : counting.catalog(),
        mcp.values().stream().findFirst().orElse(null),
        () -> ToolSet.unknownTool(name, sets, !isAll));
  }

  /**
   * Replaces a tool that does not exist.
   *
   * @param name the name that the model wrote
   * @param catalog counts and reports the call; {@code null} if the request has no tools of one
   * @param sibling another tool of the request; {@code null} if there is none
   * @param sentence the error for the model
   */
  private record UnknownToolCallback(
      String name,
      @Nullable ToolCatalog catalog,
      @Nullable McpToolCallback sibling,
      Supplier<String> sentence)
      implements ToolCallback {

    @Override
    public ToolDefinition getToolDefinition() {
      return new UnknownToolDefinition(name, "Does not exist", "{\"type\":\"object\"}");
    }

    @Override
    public String call(@Nullable String toolInput) {
      return call(toolInput, null);
    }

    @Override
    public String call(@Nullable String toolInput, @Nullable ToolContext toolContext) {
      if (catalog == null) {
        throw new ToolExecutionException(
            getToolDefinition(), new IllegalArgumentException(sentence.get()));
      }
      Function<CallOptions, ToolOutput> call =
          options -> catalog.callUnknownTool(name, toolInput, options, sentence);
      ToolOutput output =
          sibling == null ? call.apply(CallOptions.defaults()) : sibling.unknown(call, toolContext);
      throw new ToolExecutionException(getToolDefinition(), new McpToolCallException(output));
    }
  }
}
