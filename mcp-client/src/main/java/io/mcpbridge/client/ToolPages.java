package io.mcpbridge.client;

import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.ListToolsResult;
import io.mcpbridge.model.Tool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Follows the cursors of {@code tools/list} to the end (pagination). Servers that give the same
 * cursor for ever exist, so a cursor that was seen before ends the walk, and so does a bound.
 */
final class ToolPages {

  /** The configuration name of the bound. */
  static final String MAX_PAGES = "limits.max-pages";

  private final int maxPages;
  private final Consumer<String> omitted;

  /**
   * @param omitted told what is left out, and why
   */
  ToolPages(int maxPages, Consumer<String> omitted) {
    this.maxPages = maxPages;
    this.omitted = omitted;
  }

  List<Tool> all(Function<ListToolsRequest, ListToolsResult> list) {
    Map<String, Tool> tools = new LinkedHashMap<>();
    Set<String> cursors = new HashSet<>();
    ListToolsRequest request = ListToolsRequest.first();
    for (int page = 1; page <= maxPages; page++) {
      ListToolsResult result = list.apply(request);
      result.omitted().forEach(omitted);
      result.tools().forEach(tool -> keepFirst(tools, tool));
      String next = result.nextCursor();
      if (next == null) {
        return new ArrayList<>(tools.values());
      }
      if (!cursors.add(next)) {
        omitted.accept("the list of tools gave the same cursor twice, and was ended there");
        return new ArrayList<>(tools.values());
      }
      request = new ListToolsRequest(next);
    }
    throw new McpLimitException(
        "the list of tools has more than " + maxPages + " pages (setting " + MAX_PAGES + ")");
  }

  private void keepFirst(Map<String, Tool> tools, Tool tool) {
    if (tools.putIfAbsent(tool.name(), tool) != null) {
      omitted.accept("the tool \"" + tool.name() + "\" is listed twice; the first one stays");
    }
  }
}
