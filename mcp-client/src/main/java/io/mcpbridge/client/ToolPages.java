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
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the cursors of {@code tools/list} to the end (pagination). Servers that give the same
 * cursor for ever exist, so a cursor that was seen before ends the walk, and so does a bound.
 */
final class ToolPages {

  private static final Logger log = LoggerFactory.getLogger(ToolPages.class);

  /** The configuration name of the bound. */
  static final String MAX_PAGES = "limits.max-pages";

  private final int maxPages;

  ToolPages(int maxPages) {
    this.maxPages = maxPages;
  }

  List<Tool> all(Function<ListToolsRequest, ListToolsResult> list) {
    Map<String, Tool> tools = new LinkedHashMap<>();
    Set<String> cursors = new HashSet<>();
    ListToolsRequest request = ListToolsRequest.first();
    for (int page = 1; page <= maxPages; page++) {
      ListToolsResult result = list.apply(request);
      result.tools().forEach(tool -> keepFirst(tools, tool));
      String next = result.nextCursor();
      if (next == null) {
        return new ArrayList<>(tools.values());
      }
      if (!cursors.add(next)) {
        log.warn("A server gave the same cursor twice; its list of tools ends there");
        return new ArrayList<>(tools.values());
      }
      request = new ListToolsRequest(next);
    }
    throw new McpLimitException(
        "the list of tools has more than " + maxPages + " pages (setting " + MAX_PAGES + ")");
  }

  private static void keepFirst(Map<String, Tool> tools, Tool tool) {
    if (tools.putIfAbsent(tool.name(), tool) != null) {
      log.warn("A server lists the tool \"{}\" twice; the first one stays", tool.name());
    }
  }
}
