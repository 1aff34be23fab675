package io.mcpbridge.schema;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts schemas for one profile. */
@FunctionalInterface
interface SchemaAdapter {

  /**
   * @param description the tool's description
   * @throws UnsendableSchemaException if this tool cannot be offered in this form
   */
  AdaptedSchema adapt(ResolvedSchema schema, String description);

  /**
   * The schema unchanged. Strict mode is off, because it would make every optional argument
   * required and close the root.
   */
  static SchemaAdapter verbatim(SchemaNotes notes) {
    return (schema, description) -> {
      InputSchema parts = InputSchema.of(schema.root(), schema.definitions(), InputSchema.FULL);
      return notes.write(parts, description, false, new SchemaLossCollector());
    };
  }

  /** Replaces every reference by its target. */
  static SchemaAdapter inlined(SchemaNotes notes) {
    return (schema, description) -> {
      SchemaLossCollector losses = new SchemaLossCollector();
      Map<String, @Nullable Object> root = InlinedReferences.expand(schema, losses);
      return notes.write(
          InputSchema.of(root, Map.of(), InputSchema.FULL), description, false, losses);
    };
  }
}
