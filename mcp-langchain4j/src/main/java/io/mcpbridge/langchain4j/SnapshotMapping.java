package io.mcpbridge.langchain4j;

import dev.langchain4j.service.tool.AiServiceTool;
import io.mcpbridge.catalog.CatalogSnapshot;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ToolCatalog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the catalogue's tools into LangChain4j's, each on its own: a bad one costs no other. */
record SnapshotMapping(ToolCatalog catalog, Predicate<? super CatalogTool> filter) {

  private static final Logger log = LoggerFactory.getLogger(McpToolProvider.class);

  /**
   * Maps a snapshot. Warns of each tool that has to be left out, unless it was left out for the
   * same reason before.
   */
  OfferedTools map(CatalogSnapshot snapshot, OfferedTools before) {
    List<AiServiceTool> tools = new ArrayList<>(snapshot.tools().size());
    Map<CatalogTool, String> leftOut = new LinkedHashMap<>();
    for (CatalogTool tool : snapshot.tools()) {
      try {
        if (snapshot.tool(tool.modelName()) != tool) {
          // LangChain4j would refuse every request for the sake of two tools with one name.
          leftOut.put(tool, "another tool is called " + tool.modelName() + " too");
        } else if (filter.test(tool)) {
          tools.add(map(tool));
        }
      } catch (UnsendableSchemaException e) {
        leftOut.put(tool, e.reason());
      } catch (RuntimeException e) {
        leftOut.put(tool, e.toString());
      }
    }
    leftOut.forEach((tool, reason) -> warn(tool, reason, before));
    return new OfferedTools(snapshot, tools, leftOut);
  }

  private AiServiceTool map(CatalogTool tool) {
    return AiServiceTool.builder()
        .toolSpecification(SpecificationMapping.of(tool))
        .toolExecutor(new CatalogToolExecutor(catalog, tool.modelName()))
        .build();
  }

  private static void warn(CatalogTool tool, String reason, OfferedTools before) {
    if (!before.leaveOut(tool, reason)) {
      log.warn(
          "The tool \"{}\" of the MCP server \"{}\" is not offered to the model: {}",
          tool.tool().name(),
          tool.server(),
          reason);
    }
  }
}
