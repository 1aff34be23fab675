package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.CatalogSnapshot;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * The callbacks of each set of tools that was asked for, kept from one request to the next for as
 * long as its tools are the same and its catalogue is open. Thread-safe, without a lock on the way
 * to them.
 */
final class KnownCallbacks {

  /** Of more sets, those that were not asked for the longest are made anew when they are. */
  static final int MOST_KEPT = 1_000;

  /** As many tools are kept in all of the sets together. */
  static final int MOST_TOOLS = 100_000;

  private final BiFunction<ToolSet, CatalogTool, McpToolCallback> maker;
  private final Map<ToolSet, Made> known = new ConcurrentHashMap<>();

  /** What a closed catalogue holds is not kept for its tools, such as who its user was. */
  private final Consumer<ToolCatalog> forgetting = this::forget;

  /** Callbacks, and the snapshot that they were made from. */
  private static final class Made {

    private final CatalogSnapshot from;
    private final List<McpToolCallback> callbacks;
    private volatile long asked = System.nanoTime();

    Made(CatalogSnapshot from, List<McpToolCallback> callbacks) {
      this.from = from;
      this.callbacks = callbacks;
    }
  }

  private record Kept(ToolSet tools, Made made, long unused) {}

  KnownCallbacks(BiFunction<ToolSet, CatalogTool, McpToolCallback> maker) {
    this.maker = maker;
  }

  List<McpToolCallback> of(ToolSet tools) {
    CatalogSnapshot snapshot = tools.snapshot();
    Made made = known.get(tools);
    if (made != null && made.from == snapshot) {
      made.asked = System.nanoTime();
      return made.callbacks;
    }
    if (made == null) {
      makeRoom();
    }
    Made anew =
        new Made(
            snapshot, snapshot.tools().stream().map(tool -> maker.apply(tools, tool)).toList());
    known.put(tools, anew);
    if (made == null || tools.catalog().isClosed()) {
      tools.catalog().whenClosed(forgetting);
    }
    return anew.callbacks;
  }

  private void forget(ToolCatalog closed) {
    known.keySet().removeIf(tools -> tools.catalog() == closed);
  }

  private void makeRoom() {
    long tools = known.values().stream().mapToLong(made -> made.callbacks.size()).sum();
    if (known.size() < MOST_KEPT && tools < MOST_TOOLS) {
      return;
    }
    long now = System.nanoTime();
    List<Kept> longestUnusedFirst =
        known.entrySet().stream()
            .map(kept -> new Kept(kept.getKey(), kept.getValue(), now - kept.getValue().asked))
            .sorted(Comparator.comparingLong(Kept::unused).reversed())
            .toList();
    for (Kept kept : longestUnusedFirst) {
      if (known.size() <= MOST_KEPT * 3 / 4 && tools <= MOST_TOOLS * 3 / 4) {
        return;
      }
      known.remove(kept.tools, kept.made);
      tools -= kept.made.callbacks.size();
    }
  }
}
