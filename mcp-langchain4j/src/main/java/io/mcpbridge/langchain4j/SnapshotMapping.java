package io.mcpbridge.langchain4j;

import dev.langchain4j.service.tool.AiServiceTool;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.langchain4j.schema.MappedTool;
import io.mcpbridge.schema.SchemaProfile;
import java.util.ArrayList;
import java.util.List;

/**
 * Maps the catalog's tools to LangChain4j's, each separately: an invalid one does not affect the
 * others.
 */
record SnapshotMapping(
    ToolSet source,
    SchemaProfile profile,
    OfferSettings offerSettings,
    ToolCaller caller,
    ResultMapping results) {

  /**
   * Maps a snapshot, and records which tools were left out or reduced.
   *
   * @param before existing mappings, for reuse
   */
  OfferedTools map(CatalogSnapshot snapshot, OfferedTools before) {
    List<AiServiceTool> tools = new ArrayList<>(snapshot.tools().size());
    List<MappedTool> mapped = new ArrayList<>(snapshot.tools().size());
    for (CatalogTool tool : snapshot.tools()) {
      MappedTool existing = before.mapped(tool);
      MappedTool now = existing == null ? MappedTool.of(tool, profile) : existing;
      mapped.add(now);
      if (now.specification() != null) {
        CatalogToolExecutor executor = new CatalogToolExecutor(source, tool, caller, results);
        tools.add(offerSettings.tool(tool, now.specification(), executor));
      }
    }
    return new OfferedTools(snapshot, tools, mapped);
  }
}
