package io.mcpbridge.arguments;

import io.mcpbridge.json.JsonObject;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A schema's definitions ({@code $defs}, {@code definitions}). */
final class SchemaDefinitions {

  private SchemaDefinitions() {}

  /** Removes those of the definitions that have become unreferenced. */
  static Map<String, @Nullable Object> without(
      Set<String> references, Map<String, @Nullable Object> schema) {
    Map<String, @Nullable Object> left = schema;
    for (String reference : references) {
      List<String> steps = LocalReference.steps(reference);
      if (steps != null && steps.size() == 2 && isHolder(steps.get(0))) {
        left = without(steps.get(0), steps.get(1), left);
      }
    }
    // Removing one definition may leave another one unreferenced.
    return left == schema ? schema : without(references, left);
  }

  private static boolean isHolder(String keyword) {
    return keyword.equals("$defs") || keyword.equals("definitions");
  }

  private static Map<String, @Nullable Object> without(
      String holder, String name, Map<String, @Nullable Object> schema) {
    JsonObject parts = JsonObject.orNull(schema.get(holder));
    if (parts == null || !parts.has(name)) {
      return schema;
    }
    Map<String, @Nullable Object> others = new LinkedHashMap<>(parts.toMap());
    others.remove(name);
    Map<String, @Nullable Object> left = new LinkedHashMap<>(schema);
    left.put(holder, Collections.unmodifiableMap(others));
    if (isReferredTo(List.of(holder, name), left)) {
      return schema;
    }
    if (others.isEmpty()) {
      left.remove(holder);
    }
    return Collections.unmodifiableMap(left);
  }

  private static boolean isReferredTo(List<String> part, Object schema) {
    Set<String> references = new HashSet<>();
    collect(schema, references);
    return references.stream()
        .map(LocalReference::steps)
        .anyMatch(steps -> steps != null && steps.size() > 1 && steps.subList(0, 2).equals(part));
  }

  private static void collect(@Nullable Object value, Set<String> references) {
    if (value instanceof Map<?, ?> map) {
      if (map.get("$ref") instanceof String reference) {
        references.add(reference);
      }
      map.values().forEach(held -> collect(held, references));
    } else if (value instanceof Collection<?> list) {
      list.forEach(held -> collect(held, references));
    }
  }
}
