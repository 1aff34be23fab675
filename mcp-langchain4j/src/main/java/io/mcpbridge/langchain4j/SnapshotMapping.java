package io.mcpbridge.langchain4j;

import dev.langchain4j.service.tool.AiServiceTool;
import io.mcpbridge.catalog.CatalogSnapshot;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.langchain4j.schema.SchemaLoss;
import io.mcpbridge.langchain4j.schema.SchemaProfile;
import io.mcpbridge.langchain4j.schema.UnsendableSchemaException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns the catalogue's tools into LangChain4j's, each on its own: a bad one costs no other. */
record SnapshotMapping(
    ToolSet source, SchemaProfile profile, OfferedAs as, ToolCaller caller, ResultMapping results) {

  /** Maps a snapshot, and notes which tools have to be left out or told with less. */
  OfferedTools map(CatalogSnapshot snapshot) {
    List<AiServiceTool> tools = new ArrayList<>(snapshot.tools().size());
    List<SchemaReport> reports = new ArrayList<>();
    for (CatalogTool tool : snapshot.tools()) {
      try {
        SpecificationMapping mapped = SpecificationMapping.of(tool, profile);
        tools.add(offered(tool, mapped));
        if (!mapped.losses().isEmpty()) {
          reports.add(report(tool, null, mapped.losses()));
        }
      } catch (UnsendableSchemaException e) {
        reports.add(report(tool, e.reason(), List.of()));
      } catch (RuntimeException | StackOverflowError e) {
        reports.add(report(tool, e.toString(), List.of()));
      }
    }
    return new OfferedTools(snapshot, tools, reports);
  }

  private AiServiceTool offered(CatalogTool tool, SpecificationMapping mapped) {
    return as.tool(
        tool, mapped.specification(), new CatalogToolExecutor(source, tool, caller, results));
  }

  private SchemaReport report(CatalogTool tool, @Nullable String leftOut, List<SchemaLoss> losses) {
    return new SchemaReport(tool.server(), tool.name(), profile, leftOut, losses);
  }
}
