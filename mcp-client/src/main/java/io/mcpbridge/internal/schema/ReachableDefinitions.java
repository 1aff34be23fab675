package io.mcpbridge.internal.schema;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The definitions that the rest of a schema references, directly or transitively. A generator may
 * add a whole API's types to each tool; unreferenced ones do not describe the arguments.
 */
public final class ReachableDefinitions {

  private final Map<SchemaLocation, @Nullable Object> definitions = new HashMap<>();
  private final Map<String, SchemaLocation> byAnchor = new HashMap<>();
  private final Set<SchemaLocation> reached = new HashSet<>();

  /** Definitions to process; a work list instead of recursion. */
  private final Deque<SchemaLocation> unfollowed = new ArrayDeque<>();

  private ReachableDefinitions(Map<String, @Nullable Object> document) {
    Map<String, @Nullable Object> rootKeywords = new LinkedHashMap<>(document);
    for (String holder : SchemaWalker.DEFINITIONS) {
      if (rootKeywords.remove(holder) instanceof Map<?, ?> named) {
        named.forEach(
            (name, schema) -> add(SchemaLocation.ROOT.child(holder).child((String) name), schema));
      }
    }
    follow(rootKeywords);
    for (SchemaLocation next = unfollowed.poll(); next != null; next = unfollowed.poll()) {
      follow(definitions.get(next));
    }
  }

  /**
   * Removes definitions that are not reachable; returns the same instance if there are none.
   *
   * @param removable which of them to remove
   */
  public static Map<String, @Nullable Object> without(
      Predicate<SchemaLocation> removable, Map<String, @Nullable Object> document) {
    if (SchemaWalker.DEFINITIONS.stream().noneMatch(document::containsKey)) {
      return document;
    }
    ReachableDefinitions reachable = new ReachableDefinitions(document);
    Set<SchemaLocation> unreached = new HashSet<>(reachable.definitions.keySet());
    unreached.removeIf(
        location -> reachable.reached.contains(location) || !removable.test(location));
    if (unreached.isEmpty()) {
      return document;
    }
    Map<String, @Nullable Object> pruned = new LinkedHashMap<>(document);
    for (String holder : SchemaWalker.DEFINITIONS) {
      if (pruned.get(holder) instanceof Map<?, ?> named) {
        Map<Object, @Nullable Object> remaining = new LinkedHashMap<>(named);
        remaining
            .keySet()
            .removeIf(
                name -> unreached.contains(SchemaLocation.ROOT.child(holder).child((String) name)));
        pruned.put(holder, Collections.unmodifiableMap(remaining));
        if (remaining.isEmpty() && !named.isEmpty()) {
          pruned.remove(holder);
        }
      }
    }
    return Collections.unmodifiableMap(pruned);
  }

  private void add(SchemaLocation definition, @Nullable Object schema) {
    definitions.put(definition, schema);
    SchemaWalker.anchors(schema).keySet().forEach(anchor -> byAnchor.put(anchor, definition));
  }

  private void follow(@Nullable Object schema) {
    SchemaWalker.visit(
        schema,
        (keywords, location) -> {
          for (String keyword : SchemaWalker.REFERENCES) {
            if (keywords.get(keyword) instanceof String reference) {
              reach(definition(reference));
            }
          }
        });
  }

  /** The place of definitions to which, or into which, a reference points. */
  private @Nullable SchemaLocation definition(String reference) {
    List<String> steps = SchemaWalker.steps(reference);
    if (steps == null) {
      return reference.startsWith("#") ? byAnchor.get(reference.substring(1)) : null;
    }
    return steps.size() < 2 ? null : SchemaLocation.ROOT.child(steps.get(0)).child(steps.get(1));
  }

  private void reach(@Nullable SchemaLocation definition) {
    if (definition != null && definitions.containsKey(definition) && reached.add(definition)) {
      unfollowed.add(definition);
    }
  }
}
