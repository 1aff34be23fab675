package io.mcpbridge.schema;

/** Converts schemas for one profile. */
@FunctionalInterface
interface Form {

  /**
   * @param description the tool's description
   * @throws UnsendableSchemaException if this tool cannot be offered in this form
   */
  AdaptedSchema adapt(ResolvedSchema schema, String description);
}
