package io.mcpbridge.schema;

import io.mcpbridge.internal.schema.SchemaWalker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A schema's keywords, as far as LangChain4j's own types support them. */
final class TypedKeywords {

  private final Map<String, @Nullable Object> keywords;

  /** The supported keywords. */
  private final Set<String> supported = new LinkedHashSet<>();

  private final List<String> types;
  private final List<?> branches;
  private final List<String> choices;
  private final Map<String, @Nullable Object> properties;
  private final List<String> required;
  private final List<?> items;

  TypedKeywords(Map<String, @Nullable Object> schema) {
    keywords = schema;
    types = typesOf(schema);
    boolean isObject = types.contains("object");
    boolean isArray = types.contains("array");
    properties = isObject ? propertiesOf(GeminiSchemas.withRequiredProperties(schema)) : Map.of();
    required = isObject ? requiredOf(schema) : List.of();
    items = isArray ? itemsOf(schema) : List.of();
    choices = types.contains("string") ? choicesOf(schema) : List.of();
    branches =
        isObject && !properties.isEmpty() || isArray && supported.contains("items")
            ? List.of()
            : branchesOf(schema);
  }

  /** The description, with notes for the unsupported keywords. */
  @Nullable String description() {
    Map<String, @Nullable Object> unsupported = new LinkedHashMap<>(keywords);
    unsupported.keySet().removeAll(supported);
    String description = unsupported.get("description") instanceof String text ? text : null;
    if (description != null) {
      unsupported.remove("description");
    }
    return NoteText.describe(description, unsupported);
  }

  List<String> types() {
    return types;
  }

  List<?> branches() {
    return branches;
  }

  /** Whether exactly one of the branches may match. */
  boolean isOneOf() {
    return supported.contains("oneOf");
  }

  /** The enum values of a string; empty for any. */
  List<String> choices() {
    return choices;
  }

  Map<String, @Nullable Object> properties() {
    return properties;
  }

  List<String> required() {
    return required;
  }

  /** The distinct schemas of an array's elements; never empty for an array. */
  List<?> items() {
    return items;
  }

  private List<String> typesOf(Map<String, @Nullable Object> schema) {
    Object type = schema.get("type");
    List<?> named = type instanceof List<?> list ? list : type == null ? List.of() : List.of(type);
    if (!named.isEmpty() && SchemaWalker.TYPES.containsAll(named)) {
      supported.add("type");
      return named.stream().map(String.class::cast).distinct().toList();
    }
    if (schema.containsKey("type")) {
      return List.of();
    }
    if (schema.get("properties") instanceof Map) {
      return List.of("object");
    }
    if (SchemaWalker.isSchema(schema.get("items"))) {
      return List.of("array");
    }
    return choicesOf(schema).isEmpty() ? List.of() : List.of("string");
  }

  private List<?> branchesOf(Map<String, @Nullable Object> schema) {
    for (String keyword : List.of("anyOf", "oneOf")) {
      List<?> schemas = SchemaWalker.schemas(schema.get(keyword));
      if (!schemas.isEmpty()) {
        supported.add(keyword);
        if (!types.isEmpty()) {
          supported.remove("type");
        }
        return schemas;
      }
    }
    return List.of();
  }

  private List<String> choicesOf(Map<String, @Nullable Object> schema) {
    if (schema.get("enum") instanceof List<?> values
        && !values.isEmpty()
        && values.stream().allMatch(String.class::isInstance)) {
      supported.add("enum");
      return values.stream().map(String.class::cast).toList();
    }
    return List.of();
  }

  private Map<String, @Nullable Object> propertiesOf(Map<String, @Nullable Object> schema) {
    Map<String, @Nullable Object> schemas = new LinkedHashMap<>();
    if (schema.get("properties") instanceof Map<?, ?> named
        && named.values().stream().allMatch(SchemaWalker::isSchema)) {
      supported.add("properties");
      named.forEach((name, property) -> schemas.put((String) name, property));
    }
    return schemas;
  }

  private List<String> requiredOf(Map<String, @Nullable Object> schema) {
    if (schema.get("required") instanceof List<?> names
        && names.stream().allMatch(properties::containsKey)) {
      supported.add("required");
      return names.stream().map(String.class::cast).toList();
    }
    return List.of();
  }

  private List<?> itemsOf(Map<String, @Nullable Object> schema) {
    List<@Nullable Object> all = new ArrayList<>(SchemaWalker.schemas(schema.get("prefixItems")));
    if (SchemaWalker.isSchema(schema.get("items")) && !Boolean.FALSE.equals(schema.get("items"))) {
      boolean isAny = Map.of().equals(schema.get("items"));
      if (all.isEmpty() || isAny) {
        supported.add("items");
      }
      if (all.isEmpty() || !isAny) {
        all.add(schema.get("items"));
      }
    }
    return all.isEmpty() ? List.of(Map.of()) : all;
  }
}
