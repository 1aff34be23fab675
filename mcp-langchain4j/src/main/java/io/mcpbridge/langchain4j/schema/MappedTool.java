package io.mcpbridge.langchain4j.schema;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.schema.AdaptedSchema;
import io.mcpbridge.schema.AdaptedTool;
import io.mcpbridge.schema.SchemaLoss;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.SchemaReport;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The mapping of one tool. Valid for every set that contains the tool, as long as the tool is
 * unchanged.
 *
 * @param specification the tool as the model sees it, or {@code null} if it is left out
 * @param report for a tool that is left out or whose schema was reduced
 */
public record MappedTool(
    CatalogTool tool, @Nullable ToolSpecification specification, @Nullable SchemaReport report) {

  /** Profiles whose limit for descriptions may be too short for all schema notes. */
  private static final Set<SchemaProfile> SHORT =
      EnumSet.of(SchemaProfile.VERBATIM, SchemaProfile.AZURE_OPENAI, SchemaProfile.OPENAI_STRICT);

  public static MappedTool of(CatalogTool tool, SchemaProfile profile) {
    AdaptedTool adapted = tool.adaptedTo(profile);
    AdaptedSchema schema = adapted.schema();
    try {
      return new MappedTool(
          tool,
          schema == null ? null : specification(tool, schema, profile),
          schema == null ? adapted.report() : report(tool, schema, profile));
    } catch (RuntimeException | StackOverflowError e) {
      return new MappedTool(
          tool,
          null,
          new SchemaReport(tool.server(), tool.name(), profile, e.toString(), List.of()));
    }
  }

  private static @Nullable SchemaReport report(
      CatalogTool tool, AdaptedSchema schema, SchemaProfile profile) {
    List<SchemaLoss> losses = new ArrayList<>(schema.losses());
    if (SHORT.contains(profile) && schema.inputSchema().containsKey("description")) {
      losses.add(
          new SchemaLoss(
              "#",
              "says more than fits into a tool description; the rest is in the description of"
                  + " the arguments, which some modules of LangChain4j do not send"));
    }
    return losses.isEmpty()
        ? null
        : new SchemaReport(tool.server(), tool.name(), profile, null, losses);
  }

  private static ToolSpecification specification(
      CatalogTool tool, AdaptedSchema schema, SchemaProfile profile) {
    return ToolSpecification.builder()
        .name(tool.modelName())
        .description(schema.description())
        .parameters(SchemaElements.parameters(schema, profile))
        .strict(schema.strict())
        .build();
  }

  /** After a refresh, the same tools are new objects. */
  public boolean isOf(CatalogTool other) {
    return tool == other || tool.equals(other);
  }
}
