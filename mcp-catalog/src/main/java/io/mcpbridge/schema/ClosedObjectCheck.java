package io.mcpbridge.schema;

import io.mcpbridge.internal.schema.SchemaLocation;
import io.mcpbridge.internal.schema.SchemaWalker;
import io.mcpbridge.schema.StrictSchemas.NotStrictException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether an object can be closed to its declared members, so that a model which is limited
 * to them can still write everything that the schema requires or allows.
 */
final class ClosedObjectCheck {

  private static final List<String> COMBINING = List.of("allOf", "anyOf", "oneOf");
  private static final List<String> CONDITIONAL = List.of("if", "then", "else");

  /** Keywords that map a member's name to a schema or to required members. */
  private static final List<String> DEPENDENT =
      List.of("dependencies", "dependentRequired", "dependentSchemas");

  /** Keywords that may declare or require members. */
  private static final Set<String> OF_MEMBERS =
      Set.of(
          "$dynamicRef",
          "$recursiveRef",
          "$ref",
          "additionalProperties",
          "allOf",
          "anyOf",
          "dependencies",
          "dependentRequired",
          "dependentSchemas",
          "else",
          "if",
          "oneOf",
          "patternProperties",
          "properties",
          "required",
          "then",
          "unevaluatedProperties");

  private ClosedObjectCheck() {}

  /**
   * @throws NotStrictException if the object may have undeclared members
   */
  static void mustBeClosable(Map<String, @Nullable Object> schema, SchemaLocation place) {
    if (!(schema.getOrDefault("properties", Map.of()) instanceof Map<?, ?> named)) {
      throw new NotStrictException(place, "its properties are not an object");
    }
    if (schema.containsKey("required") && !areNamed(schema.get("required"), named)) {
      throw new NotStrictException(place, "it requires an undeclared property");
    }
    Map<String, @Nullable Object> withoutProperties = new LinkedHashMap<>(schema);
    withoutProperties.remove("properties");
    if (!onlyNarrows(withoutProperties, named)) {
      throw new NotStrictException(place, "its object may have undeclared members");
    }
    if (!schema.containsKey("properties")
        && !Boolean.FALSE.equals(schema.get("additionalProperties"))) {
      throw new NotStrictException(place, "its object may have any members");
    }
  }

  /**
   * For a reference or a choice of schemas, whose objects are closed individually.
   *
   * @throws NotStrictException if an adjacent keyword may declare members, too
   */
  static void mustNotDeclareMembers(Map<String, @Nullable Object> schema, SchemaLocation place) {
    for (String keyword : schema.keySet()) {
      if (OF_MEMBERS.contains(keyword)) {
        throw new NotStrictException(
            place, keyword + " beside a reference or a choice, whose objects are closed");
      }
    }
  }

  /** Whether another schema of the same object only affects declared members. */
  private static boolean onlyNarrows(@Nullable Object schema, Map<?, ?> named) {
    return !(schema instanceof Map<?, ?> keywords)
        || keywords.entrySet().stream()
            .allMatch(entry -> onlyNarrows((String) entry.getKey(), entry.getValue(), named));
  }

  private static boolean onlyNarrows(String keyword, @Nullable Object value, Map<?, ?> named) {
    if (SchemaWalker.REFERENCES.contains(keyword) || keyword.equals("patternProperties")) {
      return false;
    }
    if (keyword.equals("additionalProperties") || keyword.equals("unevaluatedProperties")) {
      return Boolean.FALSE.equals(value);
    }
    if (keyword.equals("required")) {
      return areNamed(value, named);
    }
    if (keyword.equals("properties")) {
      return value instanceof Map<?, ?> members
          && named.keySet().containsAll(members.keySet())
          && members.values().stream().noneMatch(ClosedObjectCheck::isOfMembers);
    }
    if (COMBINING.contains(keyword)) {
      return value instanceof List<?> schemas
          && schemas.stream().allMatch(schema -> onlyNarrows(schema, named));
    }
    if (CONDITIONAL.contains(keyword)) {
      return onlyNarrows(value, named);
    }
    return !DEPENDENT.contains(keyword)
        || value instanceof Map<?, ?> dependent
            && dependent.values().stream()
                .allMatch(
                    dependency ->
                        dependency instanceof List
                            ? areNamed(dependency, named)
                            : onlyNarrows(dependency, named));
  }

  private static boolean areNamed(@Nullable Object names, Map<?, ?> named) {
    return names instanceof List<?> list && named.keySet().containsAll(list);
  }

  /** A member may be an object itself, which is closed by its own declaration. */
  private static boolean isOfMembers(@Nullable Object schema) {
    return schema instanceof Map<?, ?> keywords
        && (keywords.containsKey("items")
            || keywords.keySet().stream().anyMatch(OF_MEMBERS::contains));
  }
}
