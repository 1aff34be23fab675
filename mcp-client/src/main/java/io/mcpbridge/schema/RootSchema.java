package io.mcpbridge.schema;

import io.mcpbridge.json.Json;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts the root of an input schema to an object schema. */
final class RootSchema {

  /** Maximum length of the root's chain of references; realistic schemas have one or two. */
  static final int MOST_STEPS = 100;

  private RootSchema() {}

  /**
   * Returns the root's keywords. A root that only references its schema, as generated for recursive
   * types, gets that schema's keywords. Since all keywords apply together, this is equivalent
   * unless two of them differ.
   *
   * @throws UnsendableSchemaException if the arguments could not be an object
   */
  static Map<String, @Nullable Object> of(Map<String, @Nullable Object> document) {
    Map<String, @Nullable Object> root = document;
    Set<String> followed = new HashSet<>();
    while (root.get("$ref") instanceof String reference
        && reference.startsWith("#/")
        && followed.add(reference)
        && JsonPointer.resolve(reference, document) instanceof Map<?, ?> target
        && agree(root, target)) {
      if (followed.size() > MOST_STEPS) {
        throw new UnsendableSchemaException(
            "its inputSchema begins with more than " + MOST_STEPS + " references, one to the next");
      }
      root = merged(root, target);
    }
    mustAllowObjects(root.get("type"));
    return root;
  }

  private static boolean agree(Map<String, @Nullable Object> root, Map<?, ?> target) {
    return target.keySet().stream()
        .filter(name -> !name.equals("$ref") && !holdsOthers(name) && root.containsKey(name))
        .allMatch(name -> Objects.equals(root.get(name), target.get(name)));
  }

  private static Map<String, @Nullable Object> merged(
      Map<String, @Nullable Object> root, Map<?, ?> target) {
    Map<String, @Nullable Object> merged = new LinkedHashMap<>(root);
    merged.remove("$ref");
    target.forEach(
        (name, value) -> {
          if (!holdsOthers(name)) {
            merged.put((String) name, value);
          }
        });
    return merged;
  }

  /** Nested definitions stay in place, because references point to them there. */
  private static boolean holdsOthers(@Nullable Object keyword) {
    return "$defs".equals(keyword) || "definitions".equals(keyword);
  }

  private static void mustAllowObjects(@Nullable Object type) {
    boolean others =
        type instanceof List<?> types
            ? !types.isEmpty() && types.stream().allMatch(RootSchema::isTypeButObject)
            : isTypeButObject(type);
    if (others) {
      throw new UnsendableSchemaException(
          "its inputSchema has the type " + Json.write(type) + ", but arguments are an object");
    }
  }

  private static boolean isTypeButObject(@Nullable Object type) {
    return type instanceof String name && Keywords.TYPES.contains(name) && !name.equals("object");
  }
}
