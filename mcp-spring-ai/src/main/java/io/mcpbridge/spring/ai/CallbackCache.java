package io.mcpbridge.spring.ai;

import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.catalog.internal.access.ToolSetCache;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.schema.AdaptedSchema;
import io.mcpbridge.schema.AdaptedTool;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.SchemaReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Caches the callbacks of each tool set while its tools are unchanged and its catalog is open.
 * Thread-safe; reads take no lock.
 */
final class CallbackCache {

  private final CallbackFactory callbackFactory;
  private final ToolOfferLog offerLog;
  private final ToolSetCache<ToolSet, BuiltCallbacks> callbacksByTools =
      new ToolSetCache<>(
          tools -> List.of(tools.catalog()), built -> built.callbacks.size(), (sets, tools) -> {});

  @FunctionalInterface
  interface CallbackFactory {
    McpToolCallback make(ToolSet tools, CatalogTool tool, AdaptedSchema schema);
  }

  /** A tool and its schema, adapted to the model. */
  private record Adapted(CatalogTool tool, AdaptedTool adapted) {}

  /** Callbacks, and the snapshot and profile they were made from. */
  private record BuiltCallbacks(
      CatalogSnapshot from,
      SchemaProfile profile,
      Map<String, Adapted> adapted,
      List<McpToolCallback> callbacks) {}

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
      return builtCallbacks.callbacks;
    }
    BuiltCallbacks rebuilt = make(tools, snapshot, profile, builtCallbacks);
    callbacksByTools.put(tools, rebuilt);
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
          new Adapted(
              tool,
              existing != null && existing.tool.equals(tool)
                  ? existing.adapted
                  : tool.adaptedTo(profile));
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
    return callbacksByTools.entries().values().stream()
        .flatMap(builtCallbacks -> builtCallbacks.adapted.values().stream())
        .flatMap(tool -> Stream.ofNullable(tool.adapted.report()))
        .distinct()
        .toList();
  }
}
