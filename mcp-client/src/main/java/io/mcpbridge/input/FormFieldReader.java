package io.mcpbridge.input;

import io.mcpbridge.input.FormField.Kind;
import io.mcpbridge.input.FormField.Option;
import io.mcpbridge.json.JsonObject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses one property of a form's schema. */
final class FormFieldReader {

  private FormFieldReader() {}

  static FormField read(String name, @Nullable Object value, boolean required) {
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
