package io.mcpbridge.catalog;

import io.mcpbridge.error.ServersWords;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tools of all servers at one moment, immutable. The same object is handed out until something
 * changes, so an adapter can keep what it derived from one for as long as it gets the same one.
 */
public final class CatalogSnapshot {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  static final CatalogSnapshot EMPTY = new CatalogSnapshot(List.of());

  private final List<CatalogTool> tools;
  private final Map<String, CatalogTool> byModelName;

  /** Made when a model first writes a name that no tool has; twice does no harm. */
  private volatile @Nullable WrittenNames writtenNames;

  /** Names are unique: of two tools that a server contrived to name alike, the first one stays. */
  CatalogSnapshot(List<CatalogTool> all) {
    byModelName = new LinkedHashMap<>(all.size() * 2);
    for (CatalogTool tool : all) {
      CatalogTool first = byModelName.putIfAbsent(tool.modelName(), tool);
      if (first != null) {
        log.warn(
            "MCP server \"{}\": the tool \"{}\" was left out, because \"{}\" of \"{}\" is called {} too",
            tool.server(),
            ServersWords.line(tool.tool().name()),
            ServersWords.line(first.tool().name()),
            first.server(),
            tool.modelName());
      }
    }
    tools = List.copyOf(byModelName.values());
  }

  /**
   * All tools, no two with the same name: servers in the order they were configured, tools in their
   * server's order.
   */
  public List<CatalogTool> tools() {
    return tools;
  }

  /** The tools of one server. */
  List<CatalogTool> of(String server) {
    return tools.stream().filter(tool -> tool.server().equals(server)).toList();
  }

  /** The tool that the model calls by this name. */
  public @Nullable CatalogTool tool(String modelName) {
    return byModelName.get(modelName);
  }

  /** The names as models mangle them; the first to ask pays for it. */
  WrittenNames writtenNames() {
    WrittenNames names = writtenNames;
    if (names == null) {
      names = new WrittenNames(tools);
      writtenNames = names;
    }
    return names;
  }
}
