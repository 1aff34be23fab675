package io.mcpbridge.schema;

/** What one profile makes of schemas. */
@FunctionalInterface
interface Form {

  /**
   * @param description of the tool
   * @throws UnsendableSchemaException if this tool cannot be offered in this form
   */
  AdaptedSchema adapt(ResolvedSchema schema, String description);
}
