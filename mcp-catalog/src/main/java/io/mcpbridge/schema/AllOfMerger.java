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
    List<@Nullable Object> apart = new ArrayList<>();
    for (Object part : parts) {
      Map<String, @Nullable Object> together = merge(flat, part);
      if (together == null) {
        apart.add(part);
      } else {
        flat = new LinkedHashMap<>(together);
      }
    }
    if (!apart.isEmpty()) {
      flat.put("allOf", apart);
    }
    return Collections.unmodifiableMap(flat);
  }

  /**
   * Merges two schemas; {@code null} if the result would not be equivalent.
   *
   * @param one the schema nearer to the use, whose annotations win
   */
  static @Nullable Map<String, @Nullable Object> merge(
      Map<String, @Nullable Object> one, @Nullable Object other) {
    if (Boolean.TRUE.equals(other)) {
      return one;
    }
    if (!(other instanceof Map<?, ?> map) || depend(one, map)) {
      return null;
    }
    Map<String, @Nullable Object> both = new LinkedHashMap<>(one);
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String keyword = (String) entry.getKey();
      Object value = entry.getValue();
      Object mine = one.get(keyword);
      if (!one.containsKey(keyword) || Objects.equals(mine, value)) {
        both.put(keyword, value);
      } else if (ANNOTATIONS.contains(keyword)) {
        both.put(keyword, mine);
      } else if (keyword.equals("type") && areNumbers(mine, value)) {
        both.put(keyword, "integer");
      } else if (keyword.equals("description")
          && mine instanceof String
          && value instanceof String) {
        both.put(keyword, mine + "\n\n" + value);
      } else if (keyword.equals("required")
          && mine instanceof List<?> a
          && value instanceof List<?> b) {
        Set<@Nullable Object> names = new LinkedHashSet<>(a);
        names.addAll(b);
        both.put(keyword, new ArrayList<>(names));
      } else if (keyword.equals("properties")
          && mine instanceof Map<?, ?> a
          && value instanceof Map<?, ?> b
          && agree(a, b)) {
        Map<@Nullable Object, @Nullable Object> members = new LinkedHashMap<>(a);
        members.putAll(b);
        both.put(keyword, members);
      } else {
        return null;
      }
    }
    return Collections.unmodifiableMap(both);
  }

  /** Whether the types are integer and number, whose intersection is integer. */
  private static boolean areNumbers(@Nullable Object one, @Nullable Object other) {
    return "number".equals(one) && "integer".equals(other)
        || "integer".equals(one) && "number".equals(other);
  }

  private static boolean agree(Map<?, ?> one, Map<?, ?> other) {
    return other.keySet().stream()
        .allMatch(name -> !one.containsKey(name) || Objects.equals(one.get(name), other.get(name)));
  }

  private static boolean depend(Map<?, ?> one, Map<?, ?> other) {
    return DEPENDENT.stream()
        .anyMatch(
            keywords ->
                some(one, keywords)
                    && some(other, keywords)
                    && !(only(one, keywords) && only(other, keywords)));
  }

  private static boolean some(Map<?, ?> schema, Set<String> keywords) {
    return keywords.stream().anyMatch(schema::containsKey);
  }

  /** Whether the schema only declares properties and allows others. */
  private static boolean only(Map<?, ?> schema, Set<String> keywords) {
    return keywords.stream()
        .allMatch(keyword -> keyword.equals("properties") || !schema.containsKey(keyword));
  }
}
