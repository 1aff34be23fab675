package io.mcpbridge.catalog;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tools of all servers at one moment, immutable. The same object is handed out until something
 * changes, so an adapter can keep what it derived from one for as long as it gets the same one.
 */
public final class CatalogSnapshot {

  static final CatalogSnapshot EMPTY = new CatalogSnapshot(List.of());

  private final List<CatalogTool> tools;
  private final Map<String, CatalogTool> byModelName;

  CatalogSnapshot(List<CatalogTool> tools) {
    this.tools = List.copyOf(tools);
    this.byModelName = new HashMap<>(tools.size() * 2);
    tools.forEach(tool -> byModelName.put(tool.modelName(), tool));
  }

  /** All tools: servers in the order they were configured, tools in their server's order. */
  public List<CatalogTool> tools() {
    return tools;
  }

  /** The tool that the model calls by this name. */
  public @Nullable CatalogTool tool(String modelName) {
    return byModelName.get(modelName);
  }
}
