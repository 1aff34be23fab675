package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tool of the catalogue as the model is told of it. */
final class SpecificationMapping {

  /** OpenAI refuses a whole request when the description of one tool is longer than this. */
  private static final int LONGEST_DESCRIPTION = 1024;

  private SpecificationMapping() {}

  /**
   * The specification of a tool, with its input schema whole: what cannot be sent as a schema ends
   * the description. Every model provider sends the tool's description, few the schema's; so the
   * latter is the place only where the former has no room. Strict mode is off, because it would
   * make every optional argument required and close the root, whatever the server says.
   *
   * @throws UnsendableSchemaException if the tool's arguments could not be an object
   */
  static ToolSpecification of(CatalogTool tool) {
    InputSchema schema = InputSchema.of(tool.tool().inputSchema());
    String description = tool.description();
    String rest = schema.unsent().isEmpty() ? "" : inWords(schema.unsent());
    boolean fits =
        description.length() + rest.length() <= LONGEST_DESCRIPTION
            || description.length() > LONGEST_DESCRIPTION;
    return ToolSpecification.builder()
        .name(tool.modelName())
        .description(fits ? description + rest : description)
        .parameters(fits ? schema.sent() : schema.withDescriptionEnding(rest))
        .strict(false)
        .build();
  }

  private static String inWords(Map<String, @Nullable Object> keywords) {
    return "\n\nThe arguments must also match this JSON Schema: " + Json.write(keywords);
  }
}
