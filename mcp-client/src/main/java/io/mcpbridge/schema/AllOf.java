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
 * Schemas that apply together as one schema, where that says the same. All keywords of a schema
 * apply by themselves, except that some look at what others beside them cover (JSON Schema 2020-12,
 * core, sections 10 and 11): those stay with the ones that they were written for.
 */
final class AllOf {

  private static final List<Set<String>> LOOKING_AT_EACH_OTHER =
      List.of(
          Set.of(
              "additionalProperties", "patternProperties", "properties", "unevaluatedProperties"),
          Set.of("additionalItems", "items", "prefixItems", "unevaluatedItems"),
          Set.of("contains", "maxContains", "minContains"),
          Set.of("else", "if", "then"));

  /** Say something about a schema and nothing about values; who uses a schema knows best. */
  private static final Set<String> ANNOTATIONS =
      Set.of("$comment", "default", "deprecated", "examples", "readOnly", "title", "writeOnly");

  private AllOf() {}

  /** The schema with everything out of its {@code allOf} that can stand beside the rest of it. */
  static Map<String, @Nullable Object> flattened(Map<String, @Nullable Object> schema) {
    if (!(schema.get("allOf") instanceof List<?> parts)) {
      return schema;
    }
    Map<String, @Nullable Object> flat = new LinkedHashMap<>(schema);
    flat.remove("allOf");
    List<@Nullable Object> apart = new ArrayList<>();
    for (Object part : parts) {
      Map<String, @Nullable Object> together = together(flat, part);
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
   * Both as one schema, or {@code null} if that would say something else.
   *
   * @param one the one nearer to the use, whose annotations take the place of the other's
   */
  static @Nullable Map<String, @Nullable Object> together(
      Map<String, @Nullable Object> one, @Nullable Object other) {
    if (Boolean.TRUE.equals(other)) {
      return one;
    }
    if (!(other instanceof Map<?, ?> map) || lookAtEachOther(one, map)) {
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

  /** The types, if they differ, of an integer and a number, of which it is one. */
  private static boolean areNumbers(@Nullable Object one, @Nullable Object other) {
    return "number".equals(one) && "integer".equals(other)
        || "integer".equals(one) && "number".equals(other);
  }

  private static boolean agree(Map<?, ?> one, Map<?, ?> other) {
    return other.keySet().stream()
        .allMatch(name -> !one.containsKey(name) || Objects.equals(one.get(name), other.get(name)));
  }

  private static boolean lookAtEachOther(Map<?, ?> one, Map<?, ?> other) {
    return LOOKING_AT_EACH_OTHER.stream()
        .anyMatch(
            keywords ->
                some(one, keywords)
                    && some(other, keywords)
                    && !(only(one, keywords) && only(other, keywords)));
  }

  private static boolean some(Map<?, ?> schema, Set<String> keywords) {
    return keywords.stream().anyMatch(schema::containsKey);
  }

  /** Properties without a word about all others do not mind more of them. */
  private static boolean only(Map<?, ?> schema, Set<String> keywords) {
    return keywords.stream()
        .allMatch(keyword -> keyword.equals("properties") || !schema.containsKey(keyword));
  }
}
