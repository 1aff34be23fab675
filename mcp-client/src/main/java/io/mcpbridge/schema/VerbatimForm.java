package io.mcpbridge.schema;

/**
 * The schema unchanged. Strict mode is off, because it would make every optional argument required
 * and close the root.
 */
record VerbatimForm(SchemaNotes telling) implements Form {

  @Override
  public AdaptedSchema adapt(ResolvedSchema schema, String description) {
    InputSchema parts = InputSchema.of(schema.root(), schema.definitions(), InputSchema.WHOLE);
    return telling.tell(parts, description, false, new SchemaLossCollector());
  }
}
