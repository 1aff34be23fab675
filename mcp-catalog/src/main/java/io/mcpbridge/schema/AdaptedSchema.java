package io.mcpbridge.schema;

import io.mcpbridge.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool's description and input schema in the form that is sent to a model.
 *
 * @param description the tool's description, with notes for the parts of the schema that cannot be
 *     sent
 * @param inputSchema an object schema: {@code type}, {@code properties}, and as needed {@code
 *     description}, {@code required}, {@code additionalProperties} and {@code $defs}; the root has
 *     no other keyword, because some providers reject requests with one
 * @param strict whether the provider should enforce the schema
 * @param losses what is lost in adaptation; usually empty
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
   * @param inputSchema the server's schema
   * @param description the tool's description
   * @throws UnsendableSchemaException if the schema cannot be expressed for any model
   */
  public static AdaptedSchema of(
      Map<String, @Nullable Object> inputSchema, String description, SchemaProfile profile) {
    return profile.form().adapt(ResolvedSchema.of(inputSchema), description);
  }

  /**
   * A schema equivalent to a tool's input schema, with all keywords of its root, but without what
   * no model needs: definitions that nothing refers to, and keywords such as {@code $schema}.
   * Returns the schema itself if it cannot be reduced, such as one whose root is no object schema.
   *
   * @param inputSchema the server's schema
   */
  public static Map<String, @Nullable Object> reduced(Map<String, @Nullable Object> inputSchema) {
    try {
      return ResolvedSchema.of(inputSchema).reduced();
    } catch (RuntimeException | StackOverflowError e) {
      return inputSchema; // as a server may send anything
    }
  }

  /** The schema as one line of JSON. */
  public String inputSchemaJson() {
    return Json.write(inputSchema);
  }
}
