package io.mcpbridge.schema;

import io.mcpbridge.internal.schema.SchemaLocation;
import io.mcpbridge.internal.schema.SchemaWalker;
import io.mcpbridge.json.Json;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a schema that occurs several times in the arguments of a tool once, under {@code $defs},
 * and refers to it. Generators repeat a type, with all its descriptions, wherever it is used.
 */
final class SharedSchemas {

  /**
   * What sharing one schema must save, in characters: a model follows a reference less easily than
   * it reads a repetition.
   */
  static final int MIN_SAVED = 100;

  /** How long a schema must be, in characters: a short one is easier to read in its place. */
  static final int MIN_LENGTH = 100;

  private static final String PROPERTIES = "properties";
  private static final String SHARED_AT = "#/$defs/";
  private static final SchemaLocation DEFINITIONS = SchemaLocation.ROOT.at("$defs");

  private final ResolvedSchema schema;

  /** By the keywords of the schema, in which the same object stands for equal subschemas. */
  private final Map<Map<String, @Nullable Object>, Occurrences> equal = new HashMap<>();

  private final Map<Object, Occurrences> all = new IdentityHashMap<>();
  private final Map<String, @Nullable Object> definitions = new LinkedHashMap<>();

  private SharedSchemas(ResolvedSchema schema) {
    this.schema = schema;
  }

  /** Returns the same instance if there is nothing worth sharing. */
  static ResolvedSchema in(ResolvedSchema schema) {
    return new SharedSchemas(schema).shared();
  }

  /** A schema and how often it occurs; occurrences within an equal schema count once. */
  private static final class Occurrences {

    private final Map<?, ?> first;
    private final SchemaLocation location;
    private int count;
    private boolean isShared;
    private @Nullable String name;

    Occurrences(Map<?, ?> first, SchemaLocation location) {
      this.first = first;
      this.location = location;
    }

    boolean isWorthSharing() {
      if (count < 2 || !Collections.disjoint(first.keySet(), SchemaWalker.REFERENCES)) {
        return false;
      }
      int length = Json.write(first).length();
      return length >= MIN_LENGTH && saved(length) >= MIN_SAVED;
    }

    /** An upper limit, as schemas within it may be shared, too. */
    private int saved(int length) {
      int reference = Json.write(reference(name())).length();
      return (count - 1) * length - count * reference - name().length();
    }

    /** That of the definition, or of the first property that has or holds the schema. */
    String name() {
      if (name != null) {
        return name;
      }
      if (DEFINITIONS.equals(location.parent())) {
        return location.name();
      }
      SchemaLocation at = location;
      for (SchemaLocation holder = at.parent(); holder != null; holder = holder.parent()) {
        if (holder.name().equals(PROPERTIES)) {
          return at.name();
        }
        at = holder;
      }
      return "shared";
    }
  }

  private ResolvedSchema shared() {
    if (!hasOnlyReferencesToDefinitions()) {
      return schema;
    }
    schema
        .definitions()
        .forEach(
            (name, definition) -> {
              Object known = counted(definition, DEFINITIONS.at(name));
              if (known instanceof Occurrences occurrences) {
                occurrences.count++;
                if (occurrences.name == null && SentDefinitions.isPlain(name)) {
                  occurrences.name = name;
                }
              }
            });
    Object unused =
        SchemaWalker.mapped(
            PROPERTIES,
            schema.root().get(PROPERTIES),
            SchemaLocation.ROOT,
            (held, location) -> {
              if (counted(held, location) instanceof Occurrences occurrences) {
                occurrences.count++;
              }
              return held;
            });
    boolean isAnyShared = false;
    for (Occurrences one : equal.values()) {
      one.isShared = one.isWorthSharing();
      isAnyShared |= one.isShared;
    }
    if (!isAnyShared) {
      return schema;
    }
    ResolvedSchema shared = rewritten();
    // each estimate is an upper limit
    return length(schema) - length(shared) < MIN_SAVED ? schema : shared;
  }

  /** Other references could lead into a schema that moves. */
  private boolean hasOnlyReferencesToDefinitions() {
    boolean[] only = {SchemaWalker.anchors(schema.reduced()).isEmpty()};
    SchemaWalker.visit(
        schema.reduced(),
        (keywords, location) -> {
          for (String keyword : SchemaWalker.REFERENCES) {
            if (keywords.get(keyword) instanceof String reference) {
              List<String> steps = SchemaWalker.steps(reference);
              only[0] &=
                  steps != null
                      && steps.size() == 2
                      && schema.definitions().containsKey(steps.get(1))
                      && reference.startsWith(SHARED_AT);
            }
          }
        });
    return only[0];
  }

  /** Returns the same object for equal schemas; from the innermost outwards, so in linear time. */
  private @Nullable Object counted(@Nullable Object value, SchemaLocation at) {
    if (!(value instanceof Map<?, ?> keywords)) {
      return value;
    }
    Map<Occurrences, Integer> within = new IdentityHashMap<>();
    Map<String, @Nullable Object> key =
        SchemaWalker.mapped(
            keywords,
            at,
            (held, location) -> {
              Object inner = counted(held, location);
              if (inner instanceof Occurrences occurrences) {
                within.merge(occurrences, 1, Integer::sum);
              }
              return inner;
            });
    Occurrences known = equal.get(key);
    if (known == null) {
      known = new Occurrences(keywords, at);
      equal.put(key, known);
      within.forEach((inner, count) -> inner.count += count);
    }
    all.put(keywords, known);
    return known;
  }

  private ResolvedSchema rewritten() {
    definitions.putAll(schema.definitions()); // keeps their names and order
    schema
        .definitions()
        .forEach(
            (name, definition) -> {
              Occurrences known = all.get(definition);
              definitions.put(
                  name,
                  known == null || name.equals(known.name)
                      ? contents(definition)
                      : replaced(definition));
            });
    Map<String, @Nullable Object> root = new LinkedHashMap<>(schema.root());
    root.computeIfPresent(
        PROPERTIES,
        (keyword, properties) ->
            SchemaWalker.mapped(
                keyword, properties, SchemaLocation.ROOT, (held, location) -> replaced(held)));
    return new ResolvedSchema(
        Collections.unmodifiableMap(root), Collections.unmodifiableMap(definitions));
  }

  private @Nullable Object replaced(@Nullable Object value) {
    Occurrences known = all.get(value);
    if (known == null || !known.isShared) {
      return contents(value);
    }
    if (known.name == null) {
      known.name = SentDefinitions.free(known.name(), definitions.keySet());
      definitions.put(known.name, known.first); // taken, whatever else it holds
      definitions.put(known.name, contents(known.first));
    }
    return reference(known.name);
  }

  private @Nullable Object contents(@Nullable Object value) {
    return value instanceof Map<?, ?> keywords
        ? SchemaWalker.mapped(keywords, SchemaLocation.ROOT, (held, location) -> replaced(held))
        : value;
  }

  private static Map<String, @Nullable Object> reference(String name) {
    return Map.of("$ref", SHARED_AT + name);
  }

  private static int length(ResolvedSchema schema) {
    return Json.write(schema.reduced()).length();
  }
}
