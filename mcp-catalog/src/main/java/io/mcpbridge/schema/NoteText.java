package io.mcpbridge.schema;

import io.mcpbridge.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Notes in a description for keywords that cannot be sent. */
final class NoteText {

  private NoteText() {}

  /** The suffix for a description; empty if there are no keywords. */
  static String ending(String introduction, Map<String, @Nullable Object> keywords) {
    return keywords.isEmpty() ? "" : "\n\n" + introduction + Json.write(keywords);
  }

  /** Appends the keywords to a description. */
  static @Nullable String describe(
      @Nullable String description, Map<String, @Nullable Object> keywords) {
    String note = ending("Must also match this JSON Schema: ", keywords);
    return note.isEmpty() ? description : description == null ? note.strip() : description + note;
  }

  /** A copy of a schema with the keywords appended to its description. */
  static Map<String, @Nullable Object> addTo(
      Map<String, @Nullable Object> schema, Map<String, @Nullable Object> keywords) {
    if (keywords.isEmpty()) {
      return schema;
    }
    Map<String, @Nullable Object> copy = new LinkedHashMap<>(schema);
    String description = schema.get("description") instanceof String text ? text : null;
    copy.put("description", describe(description, keywords));
    return Collections.unmodifiableMap(copy);
  }
}
