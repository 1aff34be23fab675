package io.mcpbridge.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tool of the catalogue as the model is told of it. What of its input schema cannot be sent as a
 * schema is told in words: limits at the end of the tool's description, which every model provider
 * sends; what only names the schema at the end of the schema's, which some send.
 */
final class SpecificationMapping {

  /** OpenAI refuses a whole request when the description of one tool is longer than this. */
  private static final int LONGEST_DESCRIPTION = 1024;

  /** Say something about the schema and nothing about the arguments. */
  private static final Set<String> NAMING =
      Set.of("$anchor", "$comment", "$id", "$schema", "$vocabulary", "id", "title");

  private SpecificationMapping() {}

  /**
   * The specification of a tool, with its input schema whole. Strict mode is off, because it would
   * make every optional argument required and close the root, whatever the server says.
   *
   * @throws UnsendableSchemaException if the tool's arguments could not be an object
   */
  static ToolSpecification of(CatalogTool tool) {
    InputSchema schema = InputSchema.of(tool.shown().inputSchema());
    Map<String, @Nullable Object> limits = new LinkedHashMap<>(schema.unsent());
    limits.keySet().removeAll(NAMING);
    Map<String, @Nullable Object> names = new LinkedHashMap<>(schema.unsent());
    names.keySet().retainAll(NAMING);

    String description = tool.description();
    String more = inWords("The arguments must also match this JSON Schema: ", limits);
    String aside = inWords("This schema also says: ", names);
    if (hasRoom(description, more)) {
      description += more;
    } else {
      aside = more + aside;
    }
    return ToolSpecification.builder()
        .name(tool.modelName())
        .description(description)
        .parameters(schema.withDescriptionEnding(aside))
        .strict(false)
        .build();
  }

  /** One that is too long by itself is no shorter without the rest. */
  private static boolean hasRoom(String description, String more) {
    return description.length() + more.length() <= LONGEST_DESCRIPTION
        || description.length() > LONGEST_DESCRIPTION;
  }

  private static String inWords(String introduction, Map<String, @Nullable Object> keywords) {
    return keywords.isEmpty() ? "" : "\n\n" + introduction + Json.write(keywords);
  }
}
