package io.mcpbridge.catalog.internal.access;

import io.mcpbridge.catalog.internal.state.OnceLogger;
import io.mcpbridge.catalog.internal.supervision.SnapshotPublisher;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogSnapshot.NameOwner;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.selection.Visibility;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the tools of one catalog whose names another one has, where both are offered in one
 * request: frameworks refuse a whole request for that. Each is logged once. Thread-safe.
 */
public final class NameConflicts {

  private static final Logger log = LoggerFactory.getLogger(NameConflicts.class);

  private final OnceLogger reported = new OnceLogger();

  /**
   * Whether a tool of the second snapshot may be offered beside the first.
   *
   * @param modelName of the tool
   */
  public boolean isFree(String modelName, CatalogSnapshot first, CatalogSnapshot second) {
    CatalogTool tool = first.tool(modelName);
    if (tool == null || tool.visibility() != Visibility.OFFERED) {
      return true;
    }
    CatalogTool omitted = second.tool(modelName);
    if (omitted != null && reported.isFirst(omitted.server() + ' ' + modelName)) {
      log.warn(SnapshotPublisher.sameName(omitted, NameOwner.of(tool), ", in another catalog"));
    }
    return false;
  }
}
