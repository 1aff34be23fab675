package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.langchain4j.schema.AdaptedSchema;
import io.mcpbridge.langchain4j.schema.SchemaLoss;
import io.mcpbridge.langchain4j.schema.SchemaProfile;
import java.util.List;

/**
 * A tool of the catalogue as the model is told of it.
 *
 * @param losses what of its input schema the model is not told
 */
record SpecificationMapping(ToolSpecification specification, List<SchemaLoss> losses) {

  /**
   * The specification of a tool, with its input schema in the form that the model takes.
   *
   * @throws io.mcpbridge.langchain4j.schema.UnsendableSchemaException if the tool's arguments could
   *     not be an object
   */
  static SpecificationMapping of(CatalogTool tool, SchemaProfile profile) {
    AdaptedSchema adapted =
        AdaptedSchema.of(tool.shown().inputSchema(), tool.description(), profile);
    ToolSpecification specification =
        ToolSpecification.builder()
            .name(tool.modelName())
            .description(adapted.description())
            .parameters(adapted.parameters())
            .strict(adapted.strict())
            .build();
    return new SpecificationMapping(specification, adapted.losses());
  }
}
