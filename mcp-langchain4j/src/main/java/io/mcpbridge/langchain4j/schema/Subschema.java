package io.mcpbridge.langchain4j.schema;

import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import io.mcpbridge.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A schema below the root, as LangChain4j takes it: whole. */
final class Subschema {

  private static final JsonSchemaElement ANYTHING = JsonRawSchema.from("{}");
  private static final JsonSchemaElement NOTHING = JsonRawSchema.from("{\"not\":{}}");

  private Subschema() {}

  /**
   * The schema to send, or {@code null} if the value is none. The boolean schemas are written out,
   * because LangChain4j reads every raw schema as an object.
   */
  static @Nullable JsonSchemaElement of(@Nullable Object schema) {
    if (schema instanceof Boolean anything) {
      return anything ? ANYTHING : NOTHING;
    }
    if (!(schema instanceof Map<?, ?> keywords)) {
      return null;
    }
    JsonSchemaElement typed = TypedSchema.of(keywords);
    return typed != null ? typed : JsonRawSchema.from(Json.write(keywords));
  }
}
