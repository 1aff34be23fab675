package io.mcpbridge.catalog;

import io.mcpbridge.catalog.internal.access.CatalogInternals;
import io.mcpbridge.selection.ToolSelection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The same selection from several catalogs, such as the application's and that of each user. Each
 * catalog has one view until it is closed, because views are keys of caches. Thread-safe.
 */
public final class ToolViews {

  /** Beyond this number, the views are created anew. */
  private static final int MAX_VIEWS = 1_000;

  private final ToolSelection selection;
  private final Map<ToolSet, ToolView> views = new ConcurrentHashMap<>();
  private final Consumer<Object> forgetting =
      closed -> views.keySet().removeIf(tools -> tools.catalog() == closed);

  /**
   * @param selection the tools of each view
   */
  public ToolViews(ToolSelection selection) {
    this.selection = selection;
  }

  /**
   * The view of a catalog or of a view of one. Does not warn of names that match no tool: another
   * catalog may have the tool.
   *
   * @return {@code null} for {@code null}
   */
  public @Nullable ToolView of(@Nullable ToolSet tools) {
    if (tools == null) {
      return null;
    }
    ToolView existing = views.get(tools);
    if (existing != null) {
      return existing;
    }
    if (views.size() >= MAX_VIEWS) {
      views.clear();
    }
    ToolView created = ToolView.withoutWarnings(tools, selection);
    ToolView first = views.putIfAbsent(tools, created);
    CatalogInternals.of(tools.catalog()).whenClosed(forgetting);
    return first == null ? created : first;
  }
}
