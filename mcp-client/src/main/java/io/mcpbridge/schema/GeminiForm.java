package io.mcpbridge.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Only the keywords that Gemini accepts as JSON Schema; it rejects requests with others.
 * LangChain4j sends the schema that way, or in Gemini's own format if everything has a type.
 */
record GeminiForm() implements Form {

  private static final Map<String, @Nullable Object> NOTHING = Map.of("not", Map.of());

  @Override
  public AdaptedSchema adapt(ResolvedSchema schema, String description) {
    SchemaLossCollector schemaLossCollector = new SchemaLossCollector();
    Map<String, @Nullable Object> root =
        AllOf.flattened(InlinedReferences.in(schema, schemaLossCollector));
    Map<String, @Nullable Object> kept = new LinkedHashMap<>();
    root.forEach(
        (keyword, value) ->
            kept.put(
                keyword,
                keyword.equals("properties")
                    ? Keywords.mapped(keyword, value, SchemaLocation.ROOT, GeminiForm::kept)
                    : value));
    InputSchema parts = InputSchema.of(Required.ofProperties(kept), Map.of(), InputSchema.WHOLE);
    return SchemaNotes.ALSO_IN_THE_SCHEMA.tell(parts, description, false, schemaLossCollector);
  }

  private static @Nullable Object kept(@Nullable Object schema, SchemaLocation place) {
    if (schema instanceof Map<?, ?> keywords) {
      return kept(keywords, place);
    }
    if (place.name().equals("additionalProperties") || !(schema instanceof Boolean anything)) {
      return schema;
    }
    return anything ? Map.of() : NoteText.addTo(Map.of(), NOTHING);
  }

  private static Map<String, @Nullable Object> kept(Map<?, ?> schema, SchemaLocation place) {
    Map<String, @Nullable Object> kept = new LinkedHashMap<>();
    Map<String, @Nullable Object> told = new LinkedHashMap<>();
    Required.ofProperties(AllOf.flattened(GeminiKeywords.respelled(schema)))
        .forEach(
            (keyword, value) -> {
              if (GeminiKeywords.takes(keyword, value)) {
                kept.put(keyword, Keywords.mapped(keyword, value, place, GeminiForm::kept));
              } else {
                told.put(keyword, value);
              }
            });
    if (SchemaNormalizer.isArray(kept.get("type"))) {
      kept.putIfAbsent("items", Map.of());
    }
    return NoteText.addTo(kept, told);
  }
}
