package io.mcpbridge.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether an object may be closed to the members that it names: a model that is held to those must
 * still be able to write whatever else its schema asks for or allows.
 */
final class ClosedObject {

  private static final List<String> TOGETHER = List.of("allOf", "anyOf", "oneOf");
  private static final List<String> CONDITIONAL = List.of("if", "then", "else");

  /** By the name of a member: a schema, or the members that it requires. */
  private static final List<String> DEPENDENT =
      List.of("dependencies", "dependentRequired", "dependentSchemas");

  /** May say of an object which members it has, or which it must have. */
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

  private ClosedObject() {}

  /**
   * @throws NotStrictException if it may have members that it does not name
   */
  static void mustBeClosable(Map<String, @Nullable Object> schema, SchemaPlace place) {
    if (!(schema.getOrDefault("properties", Map.of()) instanceof Map<?, ?> named)) {
      throw new NotStrictException(place, "its properties are none");
    }
    if (schema.containsKey("required") && !areNamed(schema.get("required"), named)) {
      throw new NotStrictException(place, "it requires what it does not have");
    }
    Map<String, @Nullable Object> others = new LinkedHashMap<>(schema);
    others.remove("properties");
    if (!onlyNarrows(others, named)) {
      throw new NotStrictException(place, "its object may have members that it does not name");
    }
    if (!schema.containsKey("properties")
        && !Boolean.FALSE.equals(schema.get("additionalProperties"))) {
      throw new NotStrictException(place, "its object may have any members");
    }
  }

  /**
   * For what is sent as a reference or as one of several schemas, whose objects are closed each by
   * itself.
   *
   * @throws NotStrictException if what stands beside it may say something about members, too
   */
  static void mustNotHaveOthersBeside(Map<String, @Nullable Object> schema, SchemaPlace place) {
    for (String keyword : schema.keySet()) {
      if (OF_MEMBERS.contains(keyword)) {
        throw new NotStrictException(
            place, keyword + " beside a reference or a choice, whose objects are closed");
      }
    }
  }

  /** Whether a schema that applies to the object as well is about the named members alone. */
  private static boolean onlyNarrows(@Nullable Object schema, Map<?, ?> named) {
    return !(schema instanceof Map<?, ?> keywords)
        || keywords.entrySet().stream()
            .allMatch(entry -> onlyNarrows((String) entry.getKey(), entry.getValue(), named));
  }

  private static boolean onlyNarrows(String keyword, @Nullable Object value, Map<?, ?> named) {
    if (Keywords.REFERENCES.contains(keyword) || keyword.equals("patternProperties")) {
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
          && members.values().stream().noneMatch(ClosedObject::isOfMembers);
    }
    if (TOGETHER.contains(keyword)) {
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
                    held ->
                        held instanceof List ? areNamed(held, named) : onlyNarrows(held, named));
  }

  private static boolean areNamed(@Nullable Object names, Map<?, ?> named) {
    return names instanceof List<?> list && named.keySet().containsAll(list);
  }

  /** A member may be an object itself, which is closed to what is said of it elsewhere. */
  private static boolean isOfMembers(@Nullable Object schema) {
    return schema instanceof Map<?, ?> keywords
        && (keywords.containsKey("items")
            || keywords.keySet().stream().anyMatch(OF_MEMBERS::contains));
  }
}
