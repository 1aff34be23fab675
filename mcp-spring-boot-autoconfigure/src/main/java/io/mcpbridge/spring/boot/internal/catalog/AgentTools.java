package io.mcpbridge.spring.boot.internal.catalog;

import io.mcpbridge.catalog.ToolViews;
import io.mcpbridge.selection.ToolSelection;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** The tools that {@code @McpTools} selects, by the place of the annotation. Thread-safe. */
public final class AgentTools {

  private final Map<String, ToolViews> agents = new ConcurrentSkipListMap<>();

  /**
   * Adds an agent.
   *
   * @param place of the annotation, for people
   */
  public void add(String place, ToolSelection selection) {
    agents.putIfAbsent(place, new ToolViews(selection));
  }

  /** Those that were created until now. */
  public Map<String, ToolViews> agents() {
    return Map.copyOf(agents);
  }
}
