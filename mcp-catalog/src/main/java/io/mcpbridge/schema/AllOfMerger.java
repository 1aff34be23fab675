package io.mcpbridge.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Merges the schemas of {@code allOf} into one where that is equivalent. Keywords apply
 * independently, except those that depend on adjacent keywords (JSON Schema 2020-12, core, sections
 * 10 and 11), which stay with their neighbors.
 */
final class AllOfMerger {

  private static final List<Set<String>> DEPENDENT =
      List.of(
          Set.of(
              "additionalProperties", "patternProperties", "properties", "unevaluatedProperties"),
          Set.of("additionalItems", "items", "prefixItems", "unevaluatedItems"),
          Set.of("contains", "maxContains", "minContains"),
          Set.of("else", "if", "then"));

  /** Annotations without effect on validation; those nearest to the use win. */
  private static final Set<String> ANNOTATIONS =
      Set.of("$comment", "default", "deprecated", "examples", "readOnly", "title", "writeOnly");

  private AllOfMerger() {}

  /** Merges the parts of {@code allOf} that can be merged into the schema. */
  static Map<String, @Nullable Object> flattened(Map<String, @Nullable Object> schema) {
    if (!(schema.get("allOf") instanceof List<?> parts)) {
      return schema;
    }
    Map<String, @Nullable Object> flat = new LinkedHashMap<>(schema);
    flat.remove("allOf");
    List<@Nullable Object> unmerged = new ArrayList<>();
    for (Object part : parts) {
      Map<String, @Nullable Object> merged = merge(flat, part);
      if (merged == null) {
        unmerged.add(part);
      } else {
        flat = new LinkedHashMap<>(merged);
      }
    }
    if (!unmerged.isEmpty()) {
      flat.put("allOf", unmerged);
    }
    return Collections.unmodifiableMap(flat);
  }

  /**
   * Merges two schemas; {@code null} if the result would not be equivalent.
   *
   * @param nearer the schema nearer to the use, whose annotations win
   */
  static @Nullable Map<String, @Nullable Object> merge(
      Map<String, @Nullable Object> nearer, @Nullable Object farther) {
    if (Boolean.TRUE.equals(farther)) {
      return nearer;
    }
    if (!(farther instanceof Map<?, ?> map) || areInterdependent(nearer, map)) {
      return null;
    }
    Map<String, @Nullable Object> merged = new LinkedHashMap<>(nearer);
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String keyword = (String) entry.getKey();
      Object value = entry.getValue();
      Object nearerValue = nearer.get(keyword);
      if (!nearer.containsKey(keyword) || Objects.equals(nearerValue, value)) {
        merged.put(keyword, value);
      } else if (ANNOTATIONS.contains(keyword)) {
        merged.put(keyword, nearerValue);
      } else if (keyword.equals("type") && areNumbers(nearerValue, value)) {
        merged.put(keyword, "integer");
      } else if (keyword.equals("description")
          && nearerValue instanceof String
          && value instanceof String) {
        merged.put(keyword, nearerValue + "\n\n" + value);
      } else if (keyword.equals("required")
          && nearerValue instanceof List<?> a
          && value instanceof List<?> b) {
        Set<@Nullable Object> names = new LinkedHashSet<>(a);
        names.addAll(b);
        merged.put(keyword, new ArrayList<>(names));
      } else if (keyword.equals("properties")
          && nearerValue instanceof Map<?, ?> a
          && value instanceof Map<?, ?> b
          && agree(a, b)) {
        Map<@Nullable Object, @Nullable Object> members = new LinkedHashMap<>(a);
        members.putAll(b);
        merged.put(keyword, members);
      } else {
        return null;
      }
    }
    return Collections.unmodifiableMap(merged);
  }

  /** Whether the types are integer and number, whose intersection is integer. */
  private static boolean areNumbers(@Nullable Object first, @Nullable Object second) {
    return "number".equals(first) && "integer".equals(second)
        || "integer".equals(first) && "number".equals(second);
  }

  private static boolean agree(Map<?, ?> first, Map<?, ?> second) {
    return second.keySet().stream()
        .allMatch(
            name -> !first.containsKey(name) || Objects.equals(first.get(name), second.get(name)));
  }

  private static boolean areInterdependent(Map<?, ?> first, Map<?, ?> second) {
    return DEPENDENT.stream()
        .anyMatch(
            keywords ->
                hasAny(first, keywords)
                    && hasAny(second, keywords)
                    && !(declaresOnlyProperties(first, keywords)
                        && declaresOnlyProperties(second, keywords)));
  }

  private static boolean hasAny(Map<?, ?> schema, Set<String> keywords) {
    return keywords.stream().anyMatch(schema::containsKey);
  }

  /** Whether the schema only declares properties and allows others. */
  private static boolean declaresOnlyProperties(Map<?, ?> schema, Set<String> keywords) {
    return keywords.stream()
        .allMatch(keyword -> keyword.equals("properties") || !schema.containsKey(keyword));
  }
}
