package io.mcpbridge.arguments;

import io.mcpbridge.internal.schema.ReachableDefinitions;
import io.mcpbridge.internal.schema.SchemaLocation;
import io.mcpbridge.internal.schema.SchemaWalker;
import io.mcpbridge.json.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Removes arguments from a schema: from each subschema that applies to the arguments object itself,
 * but not from those of nested values. Since a fixed argument is always present, everything that
 * depends on its presence becomes unconditional, and everything that depends on its value becomes
 * optional. What depends on an argument that is never present does not apply.
 */
final class SchemaPruner {

  /** Maximum number of references to follow in one schema, and maximum nesting depth. */
  private static final int MAX_REFERENCES = 100;

  private static final int MAX_DEPTH = 64;

  private static final List<String> SCHEMAS = List.of("allOf", "anyOf", "oneOf");

  /** Keywords that add no constraint beside a reference. */
  private static final Set<String> DESCRIBING =
      Set.of("$schema", "$id", "$comment", "$defs", "definitions", "title", "description", "type");

  private final Set<String> names;
  private final Set<String> absent;
  private final Map<String, @Nullable Object> root;
  private final Deque<String> following = new ArrayDeque<>();

  /** The definitions that were inlined. */
  private final Set<SchemaLocation> replaced = new HashSet<>();

  private int followed;
  private int nested;

  private SchemaPruner(Set<String> names, Set<String> absent, Map<String, @Nullable Object> root) {
    this.names = names;
    this.absent = absent;
    this.root = root;
  }

  /**
   * Returns the same instance if the schema does not mention the arguments.
   *
   * @param absent those of the arguments that are never present
   */
  static Map<String, @Nullable Object> prune(
      Map<String, @Nullable Object> schema, Set<String> names, Set<String> absent) {
    SchemaPruner pruner = new SchemaPruner(names, absent, schema);
    Map<String, @Nullable Object> shown = pruner.shown(schema);
    return ReachableDefinitions.without(pruner.replaced::contains, shown);
  }

  private @Nullable Object shownOf(@Nullable Object value) {
    return value instanceof Map<?, ?> ? shown(JsonObject.of(value).toMap()) : value;
  }

  private Map<String, @Nullable Object> shown(Map<String, @Nullable Object> schema) {
    if (nested == MAX_DEPTH) {
      return schema;
    }
    nested++;
    Map<String, @Nullable Object> shown = new LinkedHashMap<>(schema);
    shown.computeIfPresent("properties", (keyword, value) -> withoutMembers(value));
    shown.computeIfPresent("required", (keyword, value) -> withoutNames(value));
    for (String keyword : List.of("default", "const")) {
      shown.computeIfPresent(keyword, (name, value) -> withoutMembers(value));
    }
    for (String keyword : List.of("examples", "enum")) {
      shown.computeIfPresent(
          keyword,
          (name, value) -> value instanceof List<?> list ? withoutMembersOfEach(list) : value);
    }
    for (String keyword : SCHEMAS) {
      shown.computeIfPresent(
          keyword, (name, value) -> value instanceof List<?> list ? shownOfEach(list) : value);
    }
    loosen(schema.get("oneOf"), shown);
    hideInConditions(shown);
    for (String keyword : List.of("dependentRequired", "dependentSchemas", "dependencies")) {
      if (shown.get(keyword) instanceof Map<?, ?> dependents) {
        hideInDependents(keyword, JsonObject.of(dependents), shown);
      }
    }
    hideInReference(shown);
    nested--;
    return shown.equals(schema) ? schema : Collections.unmodifiableMap(shown);
  }

  /** Turns oneOf into anyOf: branches may become equal without the hidden arguments. */
  private static void loosen(@Nullable Object oneOf, Map<String, @Nullable Object> shown) {
    Object forms = shown.get("oneOf");
    if (forms == null || forms.equals(oneOf)) {
      return;
    }
    shown.remove("oneOf");
    if (shown.containsKey("anyOf")) {
      addToAllOf(Map.of("anyOf", forms), shown);
    } else {
      shown.put("anyOf", forms);
    }
  }

  /** The model cannot evaluate a condition on a hidden value. */
  private void hideInConditions(Map<String, @Nullable Object> shown) {
    shown.computeIfPresent("then", (keyword, value) -> shownOf(value));
    shown.computeIfPresent("else", (keyword, value) -> shownOf(value));
    if (mentionsHidden(shown.get("not"))) {
      shown.remove("not");
    }
    if (mentionsHidden(shown.get("if"))) {
      List<@Nullable Object> branches = new ArrayList<>();
      branches.add(shown.containsKey("then") ? shown.get("then") : Map.of());
      branches.add(shown.containsKey("else") ? shown.get("else") : Map.of());
      shown.keySet().removeAll(Set.of("if", "then", "else"));
      addToAllOf(Map.of("anyOf", branches), shown);
    }
  }

  private boolean mentionsHidden(@Nullable Object value) {
    return value != null && shownOf(value) != value;
  }

  /** A dependency on an argument that is always present always applies. */
  private void hideInDependents(
      String keyword, JsonObject dependents, Map<String, @Nullable Object> shown) {
    Map<String, @Nullable Object> remaining = new LinkedHashMap<>();
    dependents
        .toMap()
        .forEach(
            (name, value) -> {
              Object pruned = value instanceof List<?> ? withoutNames(value) : shownOf(value);
              if (!names.contains(name)) {
                remaining.put(name, pruned);
              } else if (absent.contains(name)) {
                return;
              } else if (pruned instanceof List<?> required) {
                require(required, shown);
              } else if (pruned != null) {
                addToAllOf(pruned, shown);
              }
            });
    shown.put(keyword, Collections.unmodifiableMap(remaining));
    if (remaining.isEmpty() && !dependents.toMap().isEmpty()) {
      shown.remove(keyword);
    }
  }

  /** Inlines the target, since other references to it must keep the original. */
  private void hideInReference(Map<String, @Nullable Object> shown) {
    if (!(shown.get("$ref") instanceof String reference)
        || following.contains(reference)
        || followed == MAX_REFERENCES) {
      return;
    }
    JsonObject target = JsonObject.orNull(SchemaWalker.target(reference, root));
    if (target == null || target.has("$id")) {
      return; // elsewhere, or a document of its own whose references mean something else
    }
    followed++;
    following.push(reference);
    Map<String, @Nullable Object> pruned = shown(target.toMap());
    following.pop();
    if (pruned == target.toMap()) {
      return;
    }
    List<String> steps = SchemaWalker.steps(reference);
    if (steps != null && steps.size() == 2) {
      replaced.add(SchemaLocation.ROOT.child(steps.get(0)).child(steps.get(1)));
    }
    shown.remove("$ref");
    if (DESCRIBING.containsAll(shown.keySet())) {
      pruned.forEach(shown::putIfAbsent);
    } else {
      addToAllOf(pruned, shown);
    }
  }

  /** Adds a schema that applies as well. */
  private static void addToAllOf(Object schema, Map<String, @Nullable Object> shown) {
    List<@Nullable Object> all = new ArrayList<>();
    if (shown.get("allOf") instanceof List<?> existing) {
      all.addAll(existing);
    }
    all.add(schema);
    shown.put("allOf", Collections.unmodifiableList(all));
  }

  private static void require(List<?> required, Map<String, @Nullable Object> shown) {
    Set<@Nullable Object> all = new LinkedHashSet<>();
    if (shown.get("required") instanceof List<?> existing) {
      all.addAll(existing);
    }
    all.addAll(required);
    shown.put("required", Collections.unmodifiableList(new ArrayList<>(all)));
  }

  private List<@Nullable Object> shownOfEach(List<?> schemas) {
    List<@Nullable Object> shown = new ArrayList<>();
    schemas.forEach(schema -> shown.add(shownOf(schema)));
    return Collections.unmodifiableList(shown);
  }

  private @Nullable Object withoutMembers(@Nullable Object value) {
    if (!(value instanceof Map<?, ?>)) {
      return value;
    }
    Map<String, @Nullable Object> remaining = new LinkedHashMap<>(JsonObject.of(value).toMap());
    remaining.keySet().removeAll(names);
    return Collections.unmodifiableMap(remaining);
  }

  private List<@Nullable Object> withoutMembersOfEach(List<?> values) {
    List<@Nullable Object> remaining = new ArrayList<>();
    values.forEach(value -> remaining.add(withoutMembers(value)));
    return Collections.unmodifiableList(remaining);
  }

  private @Nullable Object withoutNames(@Nullable Object value) {
    return value instanceof List<?> list
        ? list.stream().filter(name -> !isHidden(name)).toList()
        : value;
  }

  private boolean isHidden(@Nullable Object name) {
    return name instanceof String text && names.contains(text);
  }
}
