package io.mcpbridge.schema;

import io.mcpbridge.internal.schema.SchemaLocation;
import io.mcpbridge.internal.schema.SchemaWalker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Only the keywords that Gemini accepts as JSON Schema; it rejects requests with others.
 * LangChain4j sends the schema that way, or in Gemini's own format if everything has a type.
 */
final class GeminiSchemas {

  private static final Set<String> FORMATS =
      Set.of("date", "date-time", "double", "float", "int32", "int64", "time");

  private static final Map<String, @Nullable Object> NOTHING = Map.of("not", Map.of());

  private GeminiSchemas() {}

  /** See {@link SchemaProfile#GEMINI}. */
  static AdaptedSchema adapt(ResolvedSchema schema, String description) {
    SchemaLossCollector schemaLossCollector = new SchemaLossCollector();
    Map<String, @Nullable Object> root =
        AllOfMerger.flattened(InlinedReferences.expand(schema, schemaLossCollector));
    Map<String, @Nullable Object> supported = new LinkedHashMap<>();
    root.forEach(
        (keyword, value) ->
            supported.put(
                keyword,
                keyword.equals("properties")
                    ? SchemaWalker.mapped(
                        keyword, value, SchemaLocation.ROOT, GeminiSchemas::supported)
                    : value));
    InputSchema parts =
        InputSchema.of(withRequiredProperties(supported), Map.of(), InputSchema.FULL);
    return SchemaNotes.ALSO_IN_THE_SCHEMA.write(parts, description, false, schemaLossCollector);
  }

  private static @Nullable Object supported(@Nullable Object schema, SchemaLocation place) {
    if (schema instanceof Map<?, ?> keywords) {
      return supported(keywords, place);
    }
    if (place.name().equals("additionalProperties") || !(schema instanceof Boolean acceptsAny)) {
      return schema;
    }
    return acceptsAny ? Map.of() : NoteText.addTo(Map.of(), NOTHING);
  }

  private static Map<String, @Nullable Object> supported(Map<?, ?> schema, SchemaLocation place) {
    Map<String, @Nullable Object> supported = new LinkedHashMap<>();
    Map<String, @Nullable Object> unsupported = new LinkedHashMap<>();
    withRequiredProperties(AllOfMerger.flattened(respelled(schema)))
        .forEach(
            (keyword, value) -> {
              if (isSupported(keyword, value)) {
                supported.put(
                    keyword, SchemaWalker.mapped(keyword, value, place, GeminiSchemas::supported));
              } else {
                unsupported.put(keyword, value);
              }
            });
    if (SchemaNormalizer.isArray(supported.get("type"))) {
      supported.putIfAbsent("items", Map.of());
    }
    return NoteText.addTo(supported, unsupported);
  }

  /** Rewrites keywords to their supported synonyms, and adds the type of enum values. */
  static Map<String, @Nullable Object> respelled(Map<?, ?> schema) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    schema.forEach((keyword, value) -> copy.put((String) keyword, value));
    Object constant = copy.get("const");
    if ((constant instanceof String || constant instanceof Number) && !copy.containsKey("enum")) {
      copy.remove("const");
      copy.put("enum", List.of(constant));
    }
    if (copy.get("enum") instanceof List<?> values && !copy.containsKey("type")) {
      typeOf(values).ifPresent(type -> copy.put("type", type));
    }
    return Collections.unmodifiableMap(copy);
  }

  private static Optional<String> typeOf(List<?> values) {
    return values.isEmpty()
        ? Optional.empty()
        : values.stream().allMatch(String.class::isInstance)
            ? Optional.of("string")
            : values.stream().allMatch(Number.class::isInstance)
                ? Optional.of("number")
                : Optional.empty();
  }

  /**
   * Adds an unconstrained property for each required name without one, since Google's models reject
   * the whole request otherwise.
   */
  static Map<String, @Nullable Object> withRequiredProperties(
      Map<String, @Nullable Object> schema) {
    if (!(schema.get("required") instanceof List<?> names)
        || !(schema.getOrDefault("properties", Map.of()) instanceof Map<?, ?> properties)) {
      return schema;
    }
    List<?> unknown =
        names.stream()
            .filter(name -> name instanceof String && !properties.containsKey(name))
            .toList();
    if (unknown.isEmpty()) {
      return schema;
    }
    Map<Object, @Nullable Object> all = new LinkedHashMap<>(properties);
    new ArrayList<>(unknown).forEach(name -> all.put(name, Map.of()));
    Map<String, @Nullable Object> copy = new LinkedHashMap<>(schema);
    copy.put("properties", Collections.unmodifiableMap(all));
    return Collections.unmodifiableMap(copy);
  }

  /** Whether Gemini accepts the keyword with that value. */
  private static boolean isSupported(String keyword, @Nullable Object value) {
    return switch (keyword) {
      case "description", "title" -> value instanceof String;
      case "type" -> isType(value);
      case "format" -> value instanceof String && FORMATS.contains(value);
      case "enum" -> isEnumeration(value);
      case "minimum", "maximum", "minItems", "maxItems" -> value instanceof Number;
      case "items" -> SchemaWalker.isSchema(value) && !Boolean.FALSE.equals(value);
      case "additionalProperties" -> SchemaWalker.isSchema(value);
      case "properties" ->
          value instanceof Map<?, ?> named
              && named.values().stream().allMatch(SchemaWalker::isSchema);
      case "anyOf", "oneOf", "prefixItems" -> !SchemaWalker.schemas(value).isEmpty();
      case "required" ->
          value instanceof List<?> names && names.stream().allMatch(String.class::isInstance);
      default -> false;
    };
  }

  private static boolean isType(@Nullable Object value) {
    return value instanceof List<?> types
        ? !types.isEmpty() && types.stream().allMatch(SchemaWalker.TYPES::contains)
        : value != null && SchemaWalker.TYPES.contains(value);
  }

  private static boolean isEnumeration(@Nullable Object value) {
    return value instanceof List<?> values
        && !values.isEmpty()
        && (values.stream().allMatch(String.class::isInstance)
            || values.stream().allMatch(Number.class::isInstance));
  }
}
