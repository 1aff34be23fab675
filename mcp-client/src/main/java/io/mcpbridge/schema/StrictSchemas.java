package io.mcpbridge.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts schemas for OpenAI's strict mode (platform.openai.com, Structured Outputs, "Supported
 * schemas"): closed objects, all properties required, few keywords. An unsupported keyword that
 * narrows a value becomes a note in the description; one that widens it, such as an open object,
 * makes the schema unsuitable.
 */
final class StrictSchemas {

  /** OpenAI's limit on nesting levels. */
  static final int DEEPEST = 10;

  /** OpenAI's limit on properties per tool. */
  static final int MOST_PROPERTIES = 5000;

  private static final Map<String, @Nullable Object> NULL = Map.of("type", "null");

  /** Keywords that open objects or define values in ways that strict mode does not support. */
  private static final List<String> NEEDED =
      List.of("allOf", "patternProperties", "prefixItems", "$dynamicRef", "$recursiveRef");

  private final SchemaLossCollector schemaLossCollector;
  private final Set<String> references = new HashSet<>(Set.of("#"));
  private int properties;

  StrictSchemas(
      Map<String, @Nullable Object> definitions, SchemaLossCollector schemaLossCollector) {
    this.schemaLossCollector = schemaLossCollector;
    definitions
        .keySet()
        .forEach(name -> references.add(SchemaLocation.ROOT.at("$defs").at(name).toString()));
  }

  /** The root's keywords in strict form as far as it is sent as a schema; the rest unchanged. */
  Map<String, @Nullable Object> root(Map<String, @Nullable Object> schema) {
    Map<String, @Nullable Object> flat = new LinkedHashMap<>(AllOf.flattened(schema));
    ClosedObject.mustBeClosable(flat, SchemaLocation.ROOT);
    flat.putAll(closed(flat, SchemaLocation.ROOT));
    flat.remove("additionalProperties");
    return flat;
  }

  Map<String, @Nullable Object> of(@Nullable Object schema, SchemaLocation place) {
    if (!(schema instanceof Map<?, ?> raw)) {
      throw new NotStrictException(place, "it takes any value");
    }
    return of(AllOf.flattened(GeminiKeywords.respelled(raw)), place);
  }

  private Map<String, @Nullable Object> of(
      Map<String, @Nullable Object> schema, SchemaLocation place) {
    if (depth(place) > DEEPEST) {
      throw new NotStrictException(place, "more than " + DEEPEST + " levels");
    }
    for (String keyword : NEEDED) {
      if (schema.containsKey(keyword)) {
        throw new NotStrictException(place, keyword);
      }
    }
    if (schema.get("$ref") instanceof String reference) {
      return reference(reference, schema, place);
    }
    Map<String, @Nullable Object> kept = new LinkedHashMap<>();
    Map<String, @Nullable Object> told = new LinkedHashMap<>();
    schema.forEach(
        (keyword, value) ->
            (StrictKeywords.takes(keyword, value) ? kept : told).put(keyword, value));
    if (StrictKeywords.allows("object", schema)) {
      ClosedObject.mustBeClosable(schema, place);
      kept.putAll(closed(schema, place));
      kept.put("additionalProperties", false);
      told.keySet().removeAll(Set.of("properties", "required", "additionalProperties"));
    } else {
      branches(schema, kept, told, place);
    }
    if (StrictKeywords.allows("array", schema)) {
      kept.put("items", of(schema.get("items"), place.at("items")));
      told.remove("items");
    }
    if (!StrictKeywords.saysWhatItIs(kept)) {
      throw new NotStrictException(place, "it takes any value");
    }
    return NoteText.addTo(Collections.unmodifiableMap(kept), told);
  }

  private void branches(
      Map<String, @Nullable Object> schema,
      Map<String, @Nullable Object> kept,
      Map<String, @Nullable Object> told,
      SchemaLocation place) {
    for (String keyword : List.of("anyOf", "oneOf")) {
      List<?> found = Keywords.schemas(schema.get(keyword));
      if (!kept.containsKey("anyOf") && !found.isEmpty()) {
        List<Object> branches = new ArrayList<>();
        for (Object branch : found) {
          branches.add(of(branch, place.at(keyword).at(Integer.toString(branches.size()))));
        }
        kept.put("anyOf", branches);
        told.remove(keyword);
        if (keyword.equals("oneOf")) {
          schemaLossCollector.add(place, "is sent with anyOf in place of oneOf");
        }
        ClosedObject.mustNotHaveOthersBeside(told, place);
      }
    }
  }

  /**
   * OpenAI allows no keywords beside {@code $ref}. Only references to the root and to definitions
   * are kept, since the conversion may move anything inside them.
   */
  private Map<String, @Nullable Object> reference(
      String reference, Map<String, @Nullable Object> schema, SchemaLocation place) {
    if (!references.contains(reference)) {
      throw new NotStrictException(place, "its reference to " + reference);
    }
    Map<String, @Nullable Object> beside = new LinkedHashMap<>(schema);
    beside.remove("$ref");
    ClosedObject.mustNotHaveOthersBeside(beside, place);
    Map<String, @Nullable Object> alone = Map.of("$ref", reference);
    if (beside.isEmpty()) {
      return alone;
    }
    Map<String, @Nullable Object> around = new LinkedHashMap<>();
    around.put("anyOf", List.of(alone));
    if (beside.get("description") instanceof String) {
      around.put("description", beside.remove("description"));
    }
    return NoteText.addTo(around, beside);
  }

  private Map<String, @Nullable Object> closed(
      Map<String, @Nullable Object> schema, SchemaLocation place) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    List<?> required = schema.get("required") instanceof List<?> names ? names : List.of();
    if (schema.get("properties") instanceof Map<?, ?> named) {
      named.forEach(
          (name, held) -> {
            SchemaLocation at = place.at("properties").at((String) name);
            Map<String, @Nullable Object> member = of(held, at);
            if (!required.contains(name)) {
              member = orNull(member);
              tellOfNull(held, at);
            }
            members.put((String) name, member);
          });
    }
    properties += members.size();
    if (properties > MOST_PROPERTIES) {
      throw new NotStrictException(place, "more than " + MOST_PROPERTIES + " properties");
    }
    Map<String, @Nullable Object> closed = new LinkedHashMap<>();
    closed.put("properties", members);
    closed.put("required", List.copyOf(members.keySet()));
    return closed;
  }

  /** If null and absent differ in meaning, a strict model can no longer omit the value. */
  private void tellOfNull(@Nullable Object schema, SchemaLocation place) {
    boolean isTheSame =
        schema instanceof Map<?, ?> keywords
            && keywords.containsKey("default")
            && keywords.get("default") == null;
    if (StrictKeywords.takesNull(schema) && !isTheSame) {
      schemaLossCollector.add(
          place, "may be left out or be null, which is the same in strict mode: null");
    }
  }

  /** An optional member in strict mode is nullable instead. */
  private static Map<String, @Nullable Object> orNull(Map<String, @Nullable Object> schema) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>(schema);
    if (schema.get("anyOf") instanceof List<?> branches) {
      List<@Nullable Object> more = new ArrayList<>(branches);
      if (!more.contains(NULL)) {
        more.add(NULL);
      }
      copy.put("anyOf", more);
      return copy;
    }
    if (!(schema.get("type") instanceof String type)
        || schema.containsKey("enum")
        || schema.containsKey("const")) {
      Object description = copy.remove("description");
      Map<String, @Nullable Object> either = new LinkedHashMap<>();
      either.put("anyOf", List.of(copy, NULL));
      if (description != null) {
        either.put("description", description);
      }
      return schema.get("type") instanceof List<?> types && types.contains("null")
          ? schema
          : either;
    }
    copy.put("type", type.equals("null") ? type : List.of(type, "null"));
    return copy;
  }

  private static int depth(SchemaLocation place) {
    int depth = 0;
    for (SchemaLocation at = place; at.parent() != null; at = at.parent()) {
      depth += at.name().equals("properties") || at.name().equals("items") ? 1 : 0;
    }
    return depth;
  }
}
