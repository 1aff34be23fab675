package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.internal.access.CatalogInternals;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.schema.AdaptedSchema;
import io.mcpbridge.schema.AdaptedTool;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.SchemaReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Caches the callbacks of each tool set while its tools are unchanged and its catalog is open.
 * Thread-safe; reads take no lock.
 */
final class CallbackCache {

  /** Maximum number of cached sets; the least recently used are evicted. */
  static final int MAX_ENTRIES = 1_000;

  /** Maximum number of tools in all cached sets together. */
  static final int MAX_TOOLS = 100_000;

  private final CallbackFactory callbackFactory;
  private final ToolOfferLog offerLog;
  private final Map<ToolSet, BuiltCallbacks> callbacksByTools = new ConcurrentHashMap<>();

  /** Evicts closed catalogs, whose tools would keep their user reachable. */
  private final Consumer<Object> forgetting = this::forget;

  @FunctionalInterface
  interface CallbackFactory {
    McpToolCallback make(ToolSet tools, CatalogTool tool, AdaptedSchema schema);
  }

  /** A tool and its schema, adapted to the model. */
  private record Adapted(CatalogTool tool, AdaptedTool adapted) {

    static Adapted of(CatalogTool tool, SchemaProfile profile) {
      return new Adapted(
          tool,
          AdaptedTool.of(
              tool.server(), tool.name(), tool.shown().inputSchema(), tool.description(), profile));
    }
  }

  /** Callbacks, and the snapshot and profile they were made from. */
  private static final class BuiltCallbacks {

    private final CatalogSnapshot from;
    private final SchemaProfile profile;
    private final Map<String, Adapted> adapted;
    private final List<McpToolCallback> callbacks;
    private volatile long requestedAt = System.nanoTime();

    BuiltCallbacks(
        CatalogSnapshot from,
        SchemaProfile profile,
        Map<String, Adapted> adapted,
        List<McpToolCallback> callbacks) {
      this.from = from;
      this.profile = profile;
      this.adapted = adapted;
      this.callbacks = callbacks;
    }
  }

  private record CachedCallbacks(ToolSet tools, BuiltCallbacks builtCallbacks, long unused) {}

  CallbackCache(CallbackFactory callbackFactory, ToolOfferLog offerLog) {
    this.callbackFactory = callbackFactory;
    this.offerLog = offerLog;
  }

  List<McpToolCallback> of(ToolSet tools, SchemaProfile profile) {
    CatalogSnapshot snapshot = tools.snapshot();
    BuiltCallbacks builtCallbacks = callbacksByTools.get(tools);
    if (builtCallbacks != null
        && builtCallbacks.from == snapshot
        && builtCallbacks.profile == profile) {
      builtCallbacks.requestedAt = System.nanoTime();
      return builtCallbacks.callbacks;
    }
    if (builtCallbacks == null) {
      makeRoom();
    }
    BuiltCallbacks rebuilt = make(tools, snapshot, profile, builtCallbacks);
    callbacksByTools.put(tools, rebuilt);
    if (builtCallbacks == null || tools.catalog().isClosed()) {
      CatalogInternals.of(tools.catalog()).whenClosed(forgetting);
    }
    return rebuilt.callbacks;
  }

  /** Reuses the adapted schemas of unchanged tools, which are most of them. */
  private BuiltCallbacks make(
      ToolSet tools,
      CatalogSnapshot snapshot,
      SchemaProfile profile,
      @Nullable BuiltCallbacks before) {
    Map<String, Adapted> adapted = new LinkedHashMap<>();
    List<McpToolCallback> callbacks = new ArrayList<>();
    for (CatalogTool tool : snapshot.tools()) {
      Adapted existing =
          before != null && before.profile == profile ? before.adapted.get(tool.modelName()) : null;
      Adapted now =
          existing != null && existing.tool.equals(tool)
              ? new Adapted(tool, existing.adapted)
              : Adapted.of(tool, profile);
      adapted.put(tool.modelName(), now);
      if (now.adapted.report() != null) {
        offerLog.report(now.adapted.report());
      }
      if (now.adapted.schema() != null) {
        callbacks.add(callbackFactory.make(tools, tool, now.adapted.schema()));
      }
    }
    return new BuiltCallbacks(snapshot, profile, adapted, List.copyOf(callbacks));
  }

  /** The reports of the cached tools, without duplicates. */
  List<SchemaReport> reports() {
    return callbacksByTools.values().stream()
        .flatMap(builtCallbacks -> builtCallbacks.adapted.values().stream())
        .flatMap(tool -> Stream.ofNullable(tool.adapted.report()))
        .distinct()
        .toList();
  }

  private void forget(Object closed) {
    callbacksByTools.keySet().removeIf(tools -> tools.catalog() == closed);
  }

  private void makeRoom() {
    long tools =
        callbacksByTools.values().stream()
            .mapToLong(builtCallbacks -> builtCallbacks.callbacks.size())
            .sum();
    if (callbacksByTools.size() < MAX_ENTRIES && tools < MAX_TOOLS) {
      return;
    }
    long now = System.nanoTime();
    List<CachedCallbacks> longestUnusedFirst =
        callbacksByTools.entrySet().stream()
            .map(
                entry ->
                    new CachedCallbacks(
                        entry.getKey(), entry.getValue(), now - entry.getValue().requestedAt))
            .sorted(Comparator.comparingLong(CachedCallbacks::unused).reversed())
            .toList();
    for (CachedCallbacks cachedCallbacks : longestUnusedFirst) {
      if (callbacksByTools.size() <= MAX_ENTRIES * 3 / 4 && tools <= MAX_TOOLS * 3 / 4) {
        return;
      }
      callbacksByTools.remove(cachedCallbacks.tools, cachedCallbacks.builtCallbacks);
      tools -= cachedCallbacks.builtCallbacks.callbacks.size();
    }
  }
}
