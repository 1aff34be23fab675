package io.mcpbridge.langchain4j.schema;

import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a model is told of a tool's arguments.
 *
 * @param description of the tool, with what of its input schema has to be told in words
 * @param parameters the schema that LangChain4j sends
 * @param strict whether the provider is to hold the model to the schema
 * @param losses what the model is not told; empty for most
 */
public record AdaptedSchema(
    String description, JsonObjectSchema parameters, boolean strict, List<SchemaLoss> losses) {

  /** Copies the list. */
  public AdaptedSchema {
    losses = List.copyOf(losses);
  }

  /**
   * Adapts a tool's input schema.
   *
   * @param inputSchema as the server has it
   * @param description of the tool
   * @throws UnsendableSchemaException if no model can be asked for such arguments
   */
  public static AdaptedSchema of(
      Map<String, @Nullable Object> inputSchema, String description, SchemaProfile profile) {
    return profile.form().adapt(ResolvedSchema.of(inputSchema), description);
  }
}
