package io.mcpbridge.catalog;

import io.mcpbridge.catalog.internal.access.ToolSetCache;
import io.mcpbridge.selection.ToolSelection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The same selection from several catalogs, such as the application's and that of each user. Each
 * catalog has one view until it is closed, because views are keys of caches. Thread-safe.
 */
public final class ToolViews {

  private final ToolSelection selection;
  private final ToolSetCache<ToolSet, ToolView> views =
      new ToolSetCache<>(tools -> List.of(tools.catalog()));

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
    return tools == null
        ? null
        : views.computeIfAbsent(tools, () -> ToolView.withoutWarnings(tools, selection));
  }
}
