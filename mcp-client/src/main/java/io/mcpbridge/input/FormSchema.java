package io.mcpbridge.input;

import io.mcpbridge.input.FormField.Kind;
import io.mcpbridge.input.FormField.Option;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ElicitFormRequest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a form that a server requests: a flat object of strings, numbers, booleans and
 * enums (2026-07-28, client, elicitation, requested schema).
 */
public final class FormSchema {

  private final List<FormField> fields;

  private FormSchema(List<FormField> fields) {
    this.fields = List.copyOf(fields);
  }

  /**
   * Parses the form of a request.
   *
   * @throws IllegalArgumentException if a field has a type that forms do not support
   */
  public static FormSchema of(ElicitFormRequest request) {
    JsonObject schema = JsonObject.of(request.requestedSchema());
    List<@Nullable Object> required = schema.list("required");
    List<FormField> fields = new ArrayList<>();
    schema
        .map("properties")
        .forEach(
            (name, property) -> fields.add(readField(name, property, required.contains(name))));
    return new FormSchema(fields);
  }

  /** The fields in the server's order. */
  public List<FormField> fields() {
    return fields;
  }

  /** Returns the content with the defaults of missing fields added (SEP-1034). */
  public Map<String, @Nullable Object> withDefaults(Map<String, ?> content) {
    Map<String, @Nullable Object> completed = new LinkedHashMap<>();
    for (FormField field : fields) {
      if (content.containsKey(field.name())) {
        completed.put(field.name(), content.get(field.name()));
      } else if (field.defaultValue() != null) {
        completed.put(field.name(), field.defaultValue());
      }
    }
    content.forEach(completed::putIfAbsent);
    return completed;
  }

  /** Validates the content; returns short sentences that name the field, empty if it is valid. */
  public List<String> problems(Map<String, ?> content) {
    List<String> problems = new ArrayList<>();
    for (FormField field : fields) {
      Object value = content.get(field.name());
      if (value != null) {
        problems.addAll(field.problems(value));
      } else if (field.required()) {
        problems.add(field.name() + " is missing");
      } else if (content.containsKey(field.name())) {
        problems.add(field.name() + " must be omitted rather than null");
      }
    }
    for (String name : content.keySet()) {
      if (fields.stream().noneMatch(field -> field.name().equals(name))) {
        problems.add(name + " is not a field of the form");
      }
    }
    return problems;
  }

  /** Parses one property of a form's schema. */
  private static FormField readField(String name, @Nullable Object value, boolean required) {
    JsonObject property = JsonObject.orNull(value);
    String type = property == null ? null : property.string("type");
    if (property == null || type == null) {
      throw unsupported(name, "its schema has no type");
    }
    Kind kind =
        switch (type) {
          case "string" -> Kind.STRING;
          case "integer" -> Kind.INTEGER;
          case "number" -> Kind.NUMBER;
          case "boolean" -> Kind.BOOLEAN;
          case "array" -> Kind.STRINGS;
          default -> throw unsupported(name, "it is of the type " + type);
        };
    return new FormField(
        name,
        property.string("title"),
        property.string("description"),
        kind,
        required,
        property.get("default"),
        options(name, kind, property),
        property.string("format"),
        property.string("pattern"),
        bound(property, kind, "minimum", "minLength", "minItems"),
        bound(property, kind, "maximum", "maxLength", "maxItems"));
  }

  private static List<Option> options(String name, Kind kind, JsonObject property) {
    return switch (kind) {
      case STRING -> options(property, "oneOf");
      case STRINGS -> {
        JsonObject items = property.object("items");
        List<Option> options = items == null ? List.of() : options(items, "anyOf");
        if (options.isEmpty()) {
          throw unsupported(name, "it is a list without options");
        }
        yield options;
      }
      default -> List.of();
    };
  }

  /** From {@code enum}, with {@code enumNames} of older servers, or from titled constants. */
  private static List<Option> options(JsonObject schema, String titled) {
    List<Option> options = new ArrayList<>();
    List<@Nullable Object> names = schema.list("enumNames");
    for (Object value : schema.list("enum")) {
      if (value instanceof String text) {
        int at = options.size();
        options.add(
            new Option(
                text, at < names.size() && names.get(at) instanceof String title ? title : text));
      }
    }
    for (Object value : schema.list(titled)) {
      JsonObject json = JsonObject.orNull(value);
      String constant = json == null ? null : json.string("const");
      if (json != null && constant != null) {
        options.add(new Option(constant, json.string("title", constant)));
      }
    }
    return options;
  }

  private static @Nullable BigDecimal bound(
      JsonObject property, Kind kind, String number, String text, String choices) {
    Number bound =
        property.number(
            switch (kind) {
              case STRING -> text;
              case STRINGS -> choices;
              default -> number;
            });
    return bound == null ? null : new BigDecimal(bound.toString());
  }

  private static IllegalArgumentException unsupported(String name, String reason) {
    return new IllegalArgumentException("the field " + name + " is not supported: " + reason);
  }
}
