package io.mcpbridge.schema;

import io.mcpbridge.internal.schema.SchemaLocation;
import io.mcpbridge.internal.schema.SchemaWalker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Converts schemas for OpenAI's strict mode (platform.openai.com, Structured Outputs, "Supported
 * schemas"): closed objects, all properties required, few keywords. An unsupported keyword that
 * narrows a value becomes a note in the description; one that widens it, such as an open object,
 * makes the schema unsuitable.
 */
final class StrictSchemas {

  /** OpenAI's limit on nesting levels. */
  static final int MAX_DEPTH = 10;

  /** OpenAI's limit on properties per tool. */
  static final int MAX_PROPERTIES = 5000;

  private static final Map<String, @Nullable Object> NULL = Map.of("type", "null");

  /** Keywords that open objects or define values in ways that strict mode does not support. */
  private static final List<String> UNSUPPORTED =
      List.of("allOf", "patternProperties", "prefixItems", "$dynamicRef", "$recursiveRef");

  private static final Set<String> FORMATS =
      Set.of("date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid");

  private final SchemaLossCollector schemaLossCollector;
  private final Set<String> references = new HashSet<>(Set.of("#"));
  private int properties;

  StrictSchemas(
      Map<String, @Nullable Object> definitions, SchemaLossCollector schemaLossCollector) {
    this.schemaLossCollector = schemaLossCollector;
    definitions
        .keySet()
        .forEach(name -> references.add(SchemaLocation.ROOT.child("$defs").child(name).toString()));
  }

  /**
   * Strict if OpenAI accepts the schema as such, otherwise verbatim; OpenAI rejects a whole request
   * because of one invalid schema.
   */
  static AdaptedSchema adapt(ResolvedSchema schema, String description) {
    SchemaLossCollector schemaLossCollector = new SchemaLossCollector();
    try {
      StrictSchemas strict = new StrictSchemas(schema.definitions(), schemaLossCollector);
      Map<String, @Nullable Object> root = strict.root(schema.root());
      Map<String, @Nullable Object> definitions = new LinkedHashMap<>();
      schema
          .definitions()
          .forEach(
              (name, definition) ->
                  definitions.put(
                      name, strict.of(definition, SchemaLocation.ROOT.child("$defs").child(name))));
      InputSchema parts = InputSchema.of(root, definitions, InputSchema.FULL);
      return SchemaNotes.IN_A_SHORT_DESCRIPTION.write(
          parts, description, true, schemaLossCollector);
    } catch (NotStrictException e) {
      SchemaLossCollector losses = new SchemaLossCollector();
      losses.add(e.place(), "prevents strict mode: " + e.reason());
      InputSchema parts = InputSchema.of(schema.root(), schema.definitions(), InputSchema.FULL);
      return SchemaNotes.IN_A_SHORT_DESCRIPTION.write(parts, description, false, losses);
    }
  }

  /** The root's keywords in strict form as far as it is sent as a schema; the rest unchanged. */
  Map<String, @Nullable Object> root(Map<String, @Nullable Object> schema) {
    Map<String, @Nullable Object> flat = new LinkedHashMap<>(AllOfMerger.flattened(schema));
    ClosedObjectCheck.mustBeClosable(flat, SchemaLocation.ROOT);
    flat.putAll(closed(flat, SchemaLocation.ROOT));
    flat.remove("additionalProperties");
    return flat;
  }

  Map<String, @Nullable Object> of(@Nullable Object schema, SchemaLocation place) {
    if (!(schema instanceof Map<?, ?> raw)) {
      throw new NotStrictException(place, "it takes any value");
    }
    return of(AllOfMerger.flattened(GeminiSchemas.respelled(raw)), place);
  }

  private Map<String, @Nullable Object> of(
      Map<String, @Nullable Object> schema, SchemaLocation place) {
    if (depth(place) > MAX_DEPTH) {
      throw new NotStrictException(place, "more than " + MAX_DEPTH + " levels");
    }
    for (String keyword : UNSUPPORTED) {
      if (schema.containsKey(keyword)) {
        throw new NotStrictException(place, keyword);
      }
    }
    if (schema.get("$ref") instanceof String reference) {
      return reference(reference, schema, place);
    }
    Map<String, @Nullable Object> supported = new LinkedHashMap<>();
    Map<String, @Nullable Object> unsupported = new LinkedHashMap<>();
    schema.forEach(
        (keyword, value) ->
            (isSupported(keyword, value) ? supported : unsupported).put(keyword, value));
    if (allows("object", schema)) {
      ClosedObjectCheck.mustBeClosable(schema, place);
      supported.putAll(closed(schema, place));
      supported.put("additionalProperties", false);
      unsupported.keySet().removeAll(Set.of("properties", "required", "additionalProperties"));
    } else {
      branches(schema, supported, unsupported, place);
    }
    if (allows("array", schema)) {
      supported.put("items", of(schema.get("items"), place.child("items")));
      unsupported.remove("items");
    }
    if (!isTyped(supported)) {
      throw new NotStrictException(place, "it takes any value");
    }
    return NoteText.addTo(Collections.unmodifiableMap(supported), unsupported);
  }

  private void branches(
      Map<String, @Nullable Object> schema,
      Map<String, @Nullable Object> supported,
      Map<String, @Nullable Object> unsupported,
      SchemaLocation place) {
    for (String keyword : List.of("anyOf", "oneOf")) {
      List<?> subschemas = SchemaWalker.schemas(schema.get(keyword));
      if (!supported.containsKey("anyOf") && !subschemas.isEmpty()) {
        List<Object> branches = new ArrayList<>();
        for (Object branch : subschemas) {
          branches.add(of(branch, place.child(keyword).child(Integer.toString(branches.size()))));
        }
        supported.put("anyOf", branches);
        unsupported.remove(keyword);
        if (keyword.equals("oneOf")) {
          schemaLossCollector.add(place, "is sent with anyOf in place of oneOf");
        }
        ClosedObjectCheck.mustNotDeclareMembers(unsupported, place);
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
    Map<String, @Nullable Object> siblings = new LinkedHashMap<>(schema);
    siblings.remove("$ref");
    ClosedObjectCheck.mustNotDeclareMembers(siblings, place);
    Map<String, @Nullable Object> referenceOnly = Map.of("$ref", reference);
    if (siblings.isEmpty()) {
      return referenceOnly;
    }
    Map<String, @Nullable Object> wrapper = new LinkedHashMap<>();
    wrapper.put("anyOf", List.of(referenceOnly));
    if (siblings.get("description") instanceof String) {
      wrapper.put("description", siblings.remove("description"));
    }
    return NoteText.addTo(wrapper, siblings);
  }

  private Map<String, @Nullable Object> closed(
      Map<String, @Nullable Object> schema, SchemaLocation place) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    List<?> required = schema.get("required") instanceof List<?> names ? names : List.of();
    if (schema.get("properties") instanceof Map<?, ?> named) {
      named.forEach(
          (name, property) -> {
            SchemaLocation location = place.child("properties").child((String) name);
            Map<String, @Nullable Object> member = of(property, location);
            if (!required.contains(name)) {
              member = orNull(member);
              noteNull(property, location);
            }
            members.put((String) name, member);
          });
    }
    properties += members.size();
    if (properties > MAX_PROPERTIES) {
      throw new NotStrictException(place, "more than " + MAX_PROPERTIES + " properties");
    }
    Map<String, @Nullable Object> closed = new LinkedHashMap<>();
    closed.put("properties", members);
    closed.put("required", List.copyOf(members.keySet()));
    return closed;
  }

  /** If null and absent differ in meaning, a strict model can no longer omit the value. */
  private void noteNull(@Nullable Object schema, SchemaLocation place) {
    boolean isNullDefault =
        schema instanceof Map<?, ?> keywords
            && keywords.containsKey("default")
            && keywords.get("default") == null;
    if (takesNull(schema) && !isNullDefault) {
      schemaLossCollector.add(place, "may be omitted or null; strict mode expresses both as null");
    }
  }

  /** An optional member in strict mode is nullable instead. */
  private static Map<String, @Nullable Object> orNull(Map<String, @Nullable Object> schema) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>(schema);
    if (schema.get("anyOf") instanceof List<?> branches) {
      List<@Nullable Object> nullableBranches = new ArrayList<>(branches);
      if (!nullableBranches.contains(NULL)) {
        nullableBranches.add(NULL);
      }
      copy.put("anyOf", nullableBranches);
      return copy;
    }
    if (!(schema.get("type") instanceof String type)
        || schema.containsKey("enum")
        || schema.containsKey("const")) {
      Object description = copy.remove("description");
      Map<String, @Nullable Object> nullable = new LinkedHashMap<>();
      nullable.put("anyOf", List.of(copy, NULL));
      if (description != null) {
        nullable.put("description", description);
      }
      return schema.get("type") instanceof List<?> types && types.contains("null")
          ? schema
          : nullable;
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

  /** The keywords that OpenAI's strict mode supports. */
  private static boolean isSupported(String keyword, @Nullable Object value) {
    return switch (keyword) {
      case "description", "title", "pattern" -> value instanceof String;
      case "type" ->
          value instanceof List<?> types
              ? !types.isEmpty() && SchemaWalker.TYPES.containsAll(types)
              : value instanceof String && SchemaWalker.TYPES.contains(value);
      case "enum" -> value instanceof List<?> values && !values.isEmpty();
      case "const" -> true;
      case "format" -> value instanceof String && FORMATS.contains(value);
      case "exclusiveMaximum",
          "exclusiveMinimum",
          "maxItems",
          "maximum",
          "minItems",
          "minimum",
          "multipleOf" ->
          value instanceof Number;
      default -> false;
    };
  }

  /** Whether the schema's own {@code type} allows values of this type. */
  private static boolean allows(String type, Map<String, @Nullable Object> schema) {
    Object types = schema.get("type");
    return types instanceof List<?> list ? list.contains(type) : type.equals(types);
  }

  /** Whether the schema itself allows null; does not follow references. */
  private static boolean takesNull(@Nullable Object schema) {
    return schema instanceof Map<?, ?> keywords
        && (hasNull(keywords.get("type"), "null")
            || hasNull(keywords.get("enum"), null)
            || keywords.containsKey("const") && keywords.get("const") == null
            || Stream.of("anyOf", "oneOf")
                .flatMap(keyword -> SchemaWalker.schemas(keywords.get(keyword)).stream())
                .anyMatch(StrictSchemas::takesNull));
  }

  private static boolean hasNull(@Nullable Object values, @Nullable String nullValue) {
    return values instanceof List<?> list
        ? list.stream().anyMatch(value -> Objects.equals(value, nullValue))
        : nullValue != null && nullValue.equals(values);
  }

  private static boolean isTyped(Map<String, @Nullable Object> schema) {
    return Set.of("anyOf", "const", "enum", "type").stream().anyMatch(schema::containsKey);
  }

  /** A schema that strict mode cannot express. */
  static final class NotStrictException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient SchemaLocation place;
    private final String reason;

    NotStrictException(SchemaLocation place, String reason) {
      super(place + " " + reason);
      this.place = place;
      this.reason = reason;
    }

    SchemaLocation place() {
      return place;
    }

    String reason() {
      return reason;
    }
  }
}
