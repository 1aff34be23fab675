package io.mcpbridge.internal.schema;

import io.mcpbridge.internal.text.PointerToken;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The one place that knows where a schema holds other schemas (JSON Schema 2020-12, core, section
 * 10, and the keywords of older drafts) and how references within it are resolved. The content of
 * {@code const}, {@code enum}, {@code default}, {@code examples} and unknown keywords is data, even
 * if it looks like a schema.
 */
public final class SchemaWalker {

  /** The values of {@code type} (validation, section 6.1.1). */
  public static final Set<String> TYPES =
      Set.of("array", "boolean", "integer", "null", "number", "object", "string");

  /** The keywords that refer to another schema (core, section 8.2.3, and draft 2019-09). */
  public static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");

  /** The keywords whose schemas are meant to be referred to. */
  public static final Set<String> DEFINITIONS = Set.of("$defs", "definitions");

  /** Keywords with a subschema, or a list of subschemas. */
  private static final Set<String> SUBSCHEMA =
      Set.of(
          "additionalItems",
          "additionalProperties",
          "allOf",
          "anyOf",
          "contains",
          "contentSchema",
          "else",
          "if",
          "items",
          "not",
          "oneOf",
          "prefixItems",
          "propertyNames",
          "then",
          "unevaluatedItems",
          "unevaluatedProperties");

  /** Keywords with subschemas under arbitrary names. */
  private static final Set<String> NAMED_SUBSCHEMAS =
      Set.of(
          "$defs",
          "definitions",
          "dependencies",
          "dependentSchemas",
          "patternProperties",
          "properties");

  private static final List<String> ANCHORS = List.of("$anchor", "$dynamicAnchor");

  private SchemaWalker() {}

  /** The subschemas of a list; empty for any other value. */
  public static List<?> schemas(@Nullable Object value) {
    return value instanceof List<?> schemas && schemas.stream().allMatch(SchemaWalker::isSchema)
        ? schemas
        : List.of();
  }

  /** Whether a value can be a schema. */
  public static boolean isSchema(@Nullable Object value) {
    return value instanceof Map || value instanceof Boolean;
  }

  /** Whether a keyword's value is or contains subschemas. */
  public static boolean holdsSchemas(String keyword) {
    return SUBSCHEMA.contains(keyword) || NAMED_SUBSCHEMAS.contains(keyword);
  }

  /** Maps a subschema, or an invalid value in its position. */
  @FunctionalInterface
  public interface Mapping {
    /** Returns what takes the place of the value at that location. */
    @Nullable Object map(@Nullable Object schema, SchemaLocation location);
  }

  /** Maps each subschema of a keyword's value; returns the value itself if it has none. */
  public static @Nullable Object mapped(
      String keyword, @Nullable Object value, SchemaLocation schema, Mapping mapping) {
    SchemaLocation location = schema.child(keyword);
    if (NAMED_SUBSCHEMAS.contains(keyword) && value instanceof Map<?, ?> named) {
      Map<String, @Nullable Object> copy = new LinkedHashMap<>();
      named.forEach(
          (name, subschema) ->
              copy.put((String) name, mapping.map(subschema, location.child((String) name))));
      return Collections.unmodifiableMap(copy);
    }
    if (!SUBSCHEMA.contains(keyword)) {
      return value;
    }
    return value instanceof List<?> list
        ? IntStream.range(0, list.size())
            .mapToObj(n -> mapping.map(list.get(n), location.child(Integer.toString(n))))
            .collect(Collectors.toList())
        : mapping.map(value, location);
  }

  /** Receives the schemas within a schema. */
  @FunctionalInterface
  public interface Visitor {
    /** Called for each object schema. */
    void visit(Map<?, ?> schema, SchemaLocation location);
  }

  /**
   * Visits a schema and all schemas within it, outer ones first; does not follow references. Uses a
   * work list instead of recursion, since a server controls the depth.
   */
  public static void visit(@Nullable Object schema, Visitor visitor) {
    Queue<Map.Entry<Map<?, ?>, SchemaLocation>> unvisited = new ArrayDeque<>();
    Mapping adding =
        (subschema, location) -> {
          if (subschema instanceof Map<?, ?> keywords) {
            unvisited.add(Map.entry(keywords, location));
          }
          return subschema;
        };
    Object unused = adding.map(schema, SchemaLocation.ROOT);
    for (var next = unvisited.poll(); next != null; next = unvisited.poll()) {
      SchemaLocation location = next.getValue();
      visitor.visit(next.getKey(), location);
      next.getKey()
          .forEach(
              (keyword, value) -> {
                Object unchanged = mapped((String) keyword, value, location, adding);
              });
    }
  }

  /** The schemas within a schema that have an anchor (core, section 8.2.2), by its name. */
  public static Map<String, Map<?, ?>> anchors(@Nullable Object schema) {
    Map<String, Map<?, ?>> anchors = new HashMap<>();
    visit(
        schema,
        (keywords, location) -> {
          for (String keyword : ANCHORS) {
            if (keywords.get(keyword) instanceof String name) {
              anchors.putIfAbsent(name, keywords);
            }
          }
        });
    return anchors;
  }

  /**
   * The target of a reference by pointer within the document; {@code null} if there is none, or if
   * it is a reference by anchor or to another document, which is never fetched.
   */
  public static @Nullable Object target(String reference, Map<String, @Nullable Object> document) {
    List<String> steps = steps(reference);
    Object target = steps == null ? null : document;
    for (String step : steps == null ? List.<String>of() : steps) {
      if (target instanceof Map<?, ?> object) {
        target = object.get(step);
      } else if (target instanceof List<?> array && step.matches("\\d{1,9}")) {
        int index = Integer.parseInt(step);
        target = index < array.size() ? array.get(index) : null;
      } else {
        return null;
      }
    }
    return target;
  }

  /**
   * The members and elements through which a reference by pointer leads (RFC 6901, section 6);
   * {@code null} for any other reference.
   */
  public static @Nullable List<String> steps(String reference) {
    if (!reference.equals("#") && !reference.startsWith("#/")) {
      return null;
    }
    List<String> steps = new ArrayList<>();
    String[] tokens = reference.split("/", -1);
    for (int i = 1; i < tokens.length; i++) {
      steps.add(PointerToken.unescape(percentDecoded(tokens[i])));
    }
    return steps;
  }

  private static String percentDecoded(String token) {
    try {
      return URLDecoder.decode(token.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return token;
    }
  }
}
