package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.CatalogSnapshot;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ToolSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * The callbacks of each set of tools that was asked for, kept from one request to the next for as
 * long as its tools are the same. Thread-safe, without a lock on the way to them.
 */
final class KnownCallbacks {

  /** Of more sets, all are made anew: as many as users that have tools of their own by default. */
  static final int MOST_KEPT = 1_000;

  private final BiFunction<ToolSet, CatalogTool, McpToolCallback> maker;
  private final Map<ToolSet, Made> known = new ConcurrentHashMap<>();

  /** Callbacks, and the snapshot that they were made from. */
  private record Made(CatalogSnapshot from, List<McpToolCallback> callbacks) {}

  KnownCallbacks(BiFunction<ToolSet, CatalogTool, McpToolCallback> maker) {
    this.maker = maker;
  }

  List<McpToolCallback> of(ToolSet tools) {
    CatalogSnapshot snapshot = tools.snapshot();
    Made made = known.get(tools);
    if (made == null || made.from != snapshot) {
      if (made == null) {
        makeRoom();
      }
      made =
          new Made(
              snapshot, snapshot.tools().stream().map(tool -> maker.apply(tools, tool)).toList());
      known.put(tools, made);
    }
    return made.callbacks;
  }

  private void makeRoom() {
    known.keySet().removeIf(old -> old.catalog().isClosed());
    if (known.size() >= MOST_KEPT) {
      known.clear();
    }
  }
}
