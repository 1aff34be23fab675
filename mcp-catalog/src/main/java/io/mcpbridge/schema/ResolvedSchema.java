package io.mcpbridge.schema;

import io.mcpbridge.internal.schema.ReachableDefinitions;
import io.mcpbridge.internal.schema.SchemaWalker;
import io.mcpbridge.json.Json;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An input schema with an object schema as its root. Its references point to its properties or
 * definitions.
 *
 * @param root the root's keywords
 * @param definitions all other targets of references, by name under {@code $defs}
 */
record ResolvedSchema(
    Map<String, @Nullable Object> root, Map<String, @Nullable Object> definitions) {

  /** Maximum length of the root's chain of references; realistic schemas have one or two. */
  static final int MAX_REFERENCES = 100;

  @SuppressWarnings("unchecked")
  static ResolvedSchema of(Map<String, @Nullable Object> document) {
    SentDefinitions definitions = new SentDefinitions(document);
    Map<String, @Nullable Object> root = definitions.resolved(rootOf(document));
    Map<String, @Nullable Object> all = new ResolvedSchema(root, definitions.schemas()).document();
    return ReachableDefinitions.without(location -> true, all).get("$defs")
            instanceof Map<?, ?> used
        ? new ResolvedSchema(root, (Map<String, @Nullable Object>) used)
        : new ResolvedSchema(root, Map.of());
  }

  /** Combines both parts to one document, so that references can be resolved. */
  Map<String, @Nullable Object> document() {
    Map<String, @Nullable Object> document = new LinkedHashMap<>(root);
    document.put("$defs", definitions);
    return Collections.unmodifiableMap(document);
  }

  /** As {@link #document}, without empty definitions. */
  Map<String, @Nullable Object> reduced() {
    Map<String, @Nullable Object> reduced = new LinkedHashMap<>(root);
    SchemaWalker.DEFINITIONS.forEach(reduced::remove);
    if (!definitions.isEmpty()) {
      reduced.put("$defs", definitions);
    }
    return Collections.unmodifiableMap(reduced);
  }

  /**
   * Returns the root's keywords. A root that only references its schema, as generated for recursive
   * types, gets that schema's keywords. Since all keywords apply together, this is equivalent
   * unless two of them differ.
   *
   * @throws UnsendableSchemaException if the arguments could not be an object
   */
  private static Map<String, @Nullable Object> rootOf(Map<String, @Nullable Object> document) {
    Map<String, @Nullable Object> root = document;
    Set<String> followed = new HashSet<>();
    while (root.get("$ref") instanceof String reference
        && reference.startsWith("#/")
        && followed.add(reference)
        && SchemaWalker.target(reference, document) instanceof Map<?, ?> target
        && agree(root, target)) {
      if (followed.size() > MAX_REFERENCES) {
        throw new UnsendableSchemaException(
            "its inputSchema begins with more than " + MAX_REFERENCES + " chained references");
      }
      root = merged(root, target);
    }
    mustAllowObjects(root.get("type"));
    return root;
  }

  private static boolean agree(Map<String, @Nullable Object> root, Map<?, ?> target) {
    return target.keySet().stream()
        .filter(
            name ->
                !name.equals("$ref")
                    && !SchemaWalker.DEFINITIONS.contains(name)
                    && root.containsKey(name))
        .allMatch(name -> Objects.equals(root.get(name), target.get(name)));
  }

  private static Map<String, @Nullable Object> merged(
      Map<String, @Nullable Object> root, Map<?, ?> target) {
    Map<String, @Nullable Object> merged = new LinkedHashMap<>(root);
    merged.remove("$ref");
    target.forEach(
        (name, value) -> {
          // nested definitions stay in place, because references point to them there
          if (!SchemaWalker.DEFINITIONS.contains(name)) {
            merged.put((String) name, value);
          }
        });
    return merged;
  }

  private static void mustAllowObjects(@Nullable Object type) {
    boolean excludesObjects =
        type instanceof List<?> types
            ? !types.isEmpty() && types.stream().allMatch(ResolvedSchema::isTypeButObject)
            : isTypeButObject(type);
    if (excludesObjects) {
      throw new UnsendableSchemaException(
          "its inputSchema has the type " + Json.write(type) + ", but arguments are an object");
    }
  }

  private static boolean isTypeButObject(@Nullable Object type) {
    return type instanceof String name
        && SchemaWalker.TYPES.contains(name)
        && !name.equals("object");
  }
}
