package io.mcpbridge.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the tools of one server differ from what they were. All lists are in the server's order.
 *
 * @param added those that were not there before
 * @param removed those that are there no longer
 * @param changed those whose definition is another one, as they are now
 */
public record ToolsChange(
    List<CatalogTool> added, List<CatalogTool> removed, List<CatalogTool> changed) {

  /** Copies the lists. */
  public ToolsChange {
    added = List.copyOf(added);
    removed = List.copyOf(removed);
    changed = List.copyOf(changed);
  }

  static ToolsChange between(List<CatalogTool> before, List<CatalogTool> now) {
    Map<String, CatalogTool> left = new LinkedHashMap<>();
    before.forEach(tool -> left.put(tool.modelName(), tool));
    List<CatalogTool> added = new ArrayList<>();
    List<CatalogTool> changed = new ArrayList<>();
    for (CatalogTool tool : now) {
      CatalogTool known = left.remove(tool.modelName());
      if (known == null) {
        added.add(tool);
      } else if (!known.equals(tool)) {
        changed.add(tool);
      }
    }
    return new ToolsChange(added, List.copyOf(left.values()), changed);
  }

  /** Whether there is no difference but, perhaps, in the order. */
  public boolean isEmpty() {
    return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
  }
}
