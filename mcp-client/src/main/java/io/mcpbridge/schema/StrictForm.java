package io.mcpbridge.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Strict if OpenAI accepts the schema as such, otherwise verbatim; OpenAI rejects a whole request
 * because of one invalid schema.
 */
record StrictForm() implements Form {

  @Override
  public AdaptedSchema adapt(ResolvedSchema schema, String description) {
    SchemaLossCollector schemaLossCollector = new SchemaLossCollector();
    try {
      StrictSchemas strict = new StrictSchemas(schema.definitions(), schemaLossCollector);
      Map<String, @Nullable Object> root = strict.root(schema.root());
      Map<String, @Nullable Object> definitions = new LinkedHashMap<>();
      schema
          .definitions()
          .forEach(
              (name, held) ->
                  definitions.put(name, strict.of(held, SchemaLocation.ROOT.at("$defs").at(name))));
      InputSchema parts = InputSchema.of(root, definitions, InputSchema.WHOLE);
      return SchemaNotes.IN_A_SHORT_DESCRIPTION.tell(parts, description, true, schemaLossCollector);
    } catch (NotStrictException e) {
      SchemaLossCollector only = new SchemaLossCollector();
      only.add(e.place(), "keeps the tool from being strict: " + e.reason());
      InputSchema parts = InputSchema.of(schema.root(), schema.definitions(), InputSchema.WHOLE);
      return SchemaNotes.IN_A_SHORT_DESCRIPTION.tell(parts, description, false, only);
    }
  }
}
