package io.mcpbridge.schema;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The definitions that a root references, directly or transitively. A generator may add a whole
 * API's types to each tool; unreferenced ones do not describe the arguments.
 */
final class ReachableDefinitions {

  private static final String PREFIX = "#/$defs/";

  private final Map<String, @Nullable Object> definitions;
  private final Map<String, String> byAnchor = new HashMap<>();
  private final Set<String> reached = new HashSet<>();

  /** Definitions to process; a work list instead of recursion. */
  private final Deque<String> unfollowed = new ArrayDeque<>();

  private ReachableDefinitions(Map<String, @Nullable Object> definitions) {
    this.definitions = definitions;
    definitions.forEach(
        (name, schema) -> Anchors.forEach(schema, (anchor, held) -> byAnchor.put(anchor, name)));
  }

  /**
   * Returns the reachable definitions, in the same order.
   *
   * @param root the schema whose references point to {@code $defs}
   */
  static Map<String, @Nullable Object> from(
      Map<String, @Nullable Object> root, Map<String, @Nullable Object> definitions) {
    if (definitions.isEmpty()) {
      return definitions;
    }
    ReachableDefinitions reachable = new ReachableDefinitions(definitions);
    Map<String, @Nullable Object> others = new LinkedHashMap<>(root);
    others.keySet().removeAll(Set.of("$defs", "definitions"));
    reachable.follow(others);
    for (String name = reachable.unfollowed.poll();
        name != null;
        name = reachable.unfollowed.poll()) {
      reachable.follow(definitions.get(name));
    }
    Map<String, @Nullable Object> kept = new LinkedHashMap<>(definitions);
    kept.keySet().retainAll(reachable.reached);
    return kept;
  }

  private @Nullable Object follow(@Nullable Object schema) {
    if (schema instanceof Map<?, ?> keywords) {
      for (String keyword : Keywords.REFERENCES) {
        if (keywords.get(keyword) instanceof String reference) {
          reach(target(reference));
        }
      }
      Keywords.mapped(keywords, SchemaLocation.ROOT, (held, place) -> follow(held));
    }
    return schema;
  }

  private @Nullable String target(String reference) {
    if (!reference.startsWith(PREFIX)) {
      return reference.startsWith("#") ? byAnchor.get(reference.substring(1)) : null;
    }
    int end = reference.indexOf('/', PREFIX.length());
    String name = end < 0 ? reference : reference.substring(0, end);
    return JsonPointer.decoded(name.substring(PREFIX.length()));
  }

  private void reach(@Nullable String name) {
    if (name != null && definitions.containsKey(name) && reached.add(name)) {
      unfollowed.add(name);
    }
  }
}
