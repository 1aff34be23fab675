package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.langchain4j.schema.SchemaLoss;
import io.mcpbridge.langchain4j.schema.SchemaProfile;
import io.mcpbridge.langchain4j.schema.UnsendableSchemaException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of one tool. Holds for every set of tools that the tool is in, and for as long as it
 * stays what it is.
 *
 * @param specification what the model is told, or {@code null} if the tool has to be left out
 * @param report of a tool that is left out, or told with less than its schema says
 */
record MappedTool(
    CatalogTool tool, @Nullable ToolSpecification specification, @Nullable SchemaReport report) {

  static MappedTool of(CatalogTool tool, SchemaProfile profile) {
    try {
      SpecificationMapping mapped = SpecificationMapping.of(tool, profile);
      List<SchemaLoss> losses = mapped.losses();
      return new MappedTool(
          tool,
          mapped.specification(),
          losses.isEmpty() ? null : report(tool, profile, null, losses));
    } catch (UnsendableSchemaException e) {
      return new MappedTool(tool, null, report(tool, profile, e.reason(), List.of()));
    } catch (RuntimeException | StackOverflowError e) {
      return new MappedTool(tool, null, report(tool, profile, e.toString(), List.of()));
    }
  }

  private static SchemaReport report(
      CatalogTool tool, SchemaProfile profile, @Nullable String leftOut, List<SchemaLoss> losses) {
    return new SchemaReport(tool.server(), tool.name(), profile, leftOut, losses);
  }

  /** A server that is listed again has new objects for the same tools. */
  boolean isOf(CatalogTool other) {
    return tool == other || tool.equals(other);
  }
}
