package io.mcpbridge.doctor;

import io.mcpbridge.internal.schema.SchemaLocation;
import io.mcpbridge.internal.schema.SchemaWalker;
import io.mcpbridge.internal.text.ServerText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What makes a schema invalid, although the catalog accepts it: the keywords that models and their
 * providers rely on (JSON Schema 2020-12, validation, section 6). No full validation.
 */
final class SchemaFlaws {

  private final Map<String, @Nullable Object> document;
  private final Map<String, Map<?, ?>> anchors;
  private final List<String> flaws = new ArrayList<>();

  private SchemaFlaws(Map<String, @Nullable Object> document) {
    this.document = document;
    this.anchors = SchemaWalker.anchors(document);
  }

  /** The flaws of a schema, each with its location. */
  static List<String> of(Map<String, @Nullable Object> schema) {
    SchemaFlaws found = new SchemaFlaws(schema);
    SchemaWalker.visit(schema, found::check);
    return found.flaws;
  }

  private void check(Map<?, ?> schema, SchemaLocation location) {
    Object type = schema.get("type");
    for (Object name :
        type instanceof List<?> names
            ? names
            : schema.containsKey("type") ? List.of(String.valueOf(type)) : List.of()) {
      if (!(name instanceof String text && SchemaWalker.TYPES.contains(text))) {
        add(location, "has the unknown `type` \"" + ServerText.line(String.valueOf(name)) + "\"");
      }
    }
    if (schema.containsKey("required") && !isListOfStrings(schema.get("required"))) {
      add(location, "has a `required` that is not an array of strings");
    }
    if (schema.containsKey("properties") && !(schema.get("properties") instanceof Map)) {
      add(location, "has `properties` that are not an object");
    }
    if (schema.containsKey("enum") && !(schema.get("enum") instanceof List)) {
      add(location, "has an `enum` that is not an array");
    }
    if (schema.get("$ref") instanceof String reference && !leadsSomewhere(reference)) {
      add(location, "has a `$ref` that leads nowhere: \"" + ServerText.line(reference) + "\"");
    }
  }

  private static boolean isListOfStrings(@Nullable Object value) {
    return value instanceof List<?> names && names.stream().allMatch(String.class::isInstance);
  }

  /** References to other documents are never fetched. */
  private boolean leadsSomewhere(String reference) {
    return !reference.startsWith("#")
        || SchemaWalker.target(reference, document) != null
        || anchors.containsKey(reference.substring(1));
  }

  private void add(SchemaLocation location, String flaw) {
    flaws.add(
        (location.parent() == null ? "it" : ServerText.line(location.toString())) + " " + flaw);
  }
}
