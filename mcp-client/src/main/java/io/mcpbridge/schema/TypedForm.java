package io.mcpbridge.schema;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plain types only, as the adapters for Google's SDKs accept. */
record TypedForm() implements Form {

  @Override
  public AdaptedSchema adapt(ResolvedSchema schema, String description) {
    SchemaLossCollector schemaLossCollector = new SchemaLossCollector();
    Map<String, @Nullable Object> root =
        Required.ofProperties(AllOf.flattened(InlinedReferences.in(schema, schemaLossCollector)));
    InputSchema parts =
        InputSchema.of(root, Map.of(), new TypedSchemas(schemaLossCollector)::property);
    return SchemaNotes.IN_THE_TOOLS_DESCRIPTION.tell(
        parts, description, false, schemaLossCollector);
  }
}
