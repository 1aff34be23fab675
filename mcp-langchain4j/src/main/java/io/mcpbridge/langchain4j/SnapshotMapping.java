package io.mcpbridge.langchain4j;

import dev.langchain4j.service.tool.AiServiceTool;
import io.mcpbridge.catalog.CatalogSnapshot;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.schema.SchemaProfile;
import java.util.ArrayList;
import java.util.List;

/** Turns the catalogue's tools into LangChain4j's, each on its own: a bad one costs no other. */
record SnapshotMapping(
    ToolSet source, SchemaProfile profile, OfferedAs as, ToolCaller caller, ResultMapping results) {

  /**
   * Maps a snapshot, and notes which tools have to be left out or told with less.
   *
   * @param before what of it was mapped already
   */
  OfferedTools map(CatalogSnapshot snapshot, OfferedTools before) {
    List<AiServiceTool> tools = new ArrayList<>(snapshot.tools().size());
    List<MappedTool> mapped = new ArrayList<>(snapshot.tools().size());
    for (CatalogTool tool : snapshot.tools()) {
      MappedTool known = before.mapped(tool);
      MappedTool now = known == null ? MappedTool.of(tool, profile) : known;
      mapped.add(now);
      if (now.specification() != null) {
        CatalogToolExecutor executor = new CatalogToolExecutor(source, tool, caller, results);
        tools.add(as.tool(tool, now.specification(), executor));
      }
    }
    return new OfferedTools(snapshot, tools, mapped);
  }
}
