package io.mcpbridge.schema;

import java.util.Map;

/** Replaces every reference by its target. */
record InlinedForm(SchemaNotes telling) implements Form {

  @Override
  public AdaptedSchema adapt(ResolvedSchema schema, String description) {
    SchemaLossCollector schemaLossCollector = new SchemaLossCollector();
    InputSchema parts =
        InputSchema.of(
            InlinedReferences.in(schema, schemaLossCollector), Map.of(), InputSchema.WHOLE);
    return telling.tell(parts, description, false, schemaLossCollector);
  }
}
