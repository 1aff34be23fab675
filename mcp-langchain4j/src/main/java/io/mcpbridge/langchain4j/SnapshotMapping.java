package io.mcpbridge.langchain4j;

import dev.langchain4j.service.tool.AiServiceTool;
import io.mcpbridge.catalog.CatalogSnapshot;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ToolSet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Turns the catalogue's tools into LangChain4j's, each on its own: a bad one costs no other. */
record SnapshotMapping(ToolSet source, OfferedAs as, ToolCaller caller, ResultMapping results) {

  /** Maps a snapshot, and notes which tools have to be left out. */
  OfferedTools map(CatalogSnapshot snapshot) {
    List<AiServiceTool> tools = new ArrayList<>(snapshot.tools().size());
    Set<String> leftOut = new LinkedHashSet<>();
    for (CatalogTool tool : snapshot.tools()) {
      try {
        tools.add(map(tool));
      } catch (UnsendableSchemaException e) {
        leftOut.add(sentence(tool, e.reason()));
      } catch (RuntimeException | StackOverflowError e) {
        leftOut.add(sentence(tool, e.toString()));
      }
    }
    return new OfferedTools(snapshot, tools, leftOut);
  }

  private AiServiceTool map(CatalogTool tool) {
    return as.tool(
        tool,
        SpecificationMapping.of(tool),
        new CatalogToolExecutor(source, tool, caller, results));
  }

  private static String sentence(CatalogTool tool, String reason) {
    return "The tool \"%s\" of the MCP server \"%s\" is not offered to the model: %s"
        .formatted(tool.name(), tool.server(), reason);
  }
}
