package io.mcpbridge.schema;

import io.mcpbridge.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a model is told of a tool's arguments.
 *
 * @param description of the tool, with what of its input schema has to be told in words
 * @param inputSchema an object schema: {@code type}, {@code properties}, and where they are needed
 *     {@code description}, {@code required}, {@code additionalProperties} and {@code $defs}; no
 *     other keyword stands at its root, because some providers refuse a request with one
 * @param strict whether the provider is to hold the model to the schema
 * @param losses what the model is not told; empty for most
 */
public record AdaptedSchema(
    String description,
    Map<String, @Nullable Object> inputSchema,
    boolean strict,
    List<SchemaLoss> losses) {

  /** Copies the schema's root and the list. */
  public AdaptedSchema {
    inputSchema = Collections.unmodifiableMap(new LinkedHashMap<>(inputSchema));
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

  /** The schema as one line of JSON. */
  public String inputSchemaJson() {
    return Json.write(inputSchema);
  }
}
