package io.mcpbridge.catalog.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The difference between two tool lists of one server. All lists are in the server's order.
 *
 * @param added tools that are new
 * @param removed tools that no longer exist
 * @param changed tools with a changed definition, in their current form
 */
public record ToolsChange(
    List<CatalogTool> added, List<CatalogTool> removed, List<CatalogTool> changed) {

  /** Copies the lists. */
  public ToolsChange {
    added = List.copyOf(added);
    removed = List.copyOf(removed);
    changed = List.copyOf(changed);
  }

  public static ToolsChange between(List<CatalogTool> before, List<CatalogTool> now) {
    Map<String, CatalogTool> remaining = new LinkedHashMap<>();
    before.forEach(tool -> remaining.put(tool.modelName(), tool));
    List<CatalogTool> added = new ArrayList<>();
    List<CatalogTool> changed = new ArrayList<>();
    for (CatalogTool tool : now) {
      CatalogTool previous = remaining.remove(tool.modelName());
      if (previous == null) {
        added.add(tool);
      } else if (!previous.equals(tool)) {
        changed.add(tool);
      }
    }
    return new ToolsChange(added, List.copyOf(remaining.values()), changed);
  }

  /** Whether the tools are the same, regardless of order. */
  public boolean isEmpty() {
    return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
  }
}
