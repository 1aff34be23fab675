package io.mcpbridge.samples.model;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import wiremock.com.fasterxml.jackson.databind.JsonNode;
import wiremock.com.fasterxml.jackson.databind.node.BooleanNode;

/**
 * One property of a tool's JSON Schema, with references and nullable alternatives resolved.
 *
 * @param schema the resolved schema, never a reference
 */
record PropertySchema(String name, JsonNode schema) {

  private static final Pattern PATH =
      Pattern.compile("\\b(?:path|file|filename|director(?:y|ies)|folder|ur[il])s?\\b");
  private static final Pattern DATE = Pattern.compile("\\b(?:date|day|since|until)\\b");

  /** Bounds schemas that reference themselves. */
  private static final int MAX_REFERENCES = 8;

  static PropertySchema of(String name, JsonNode root, JsonNode schema) {
    JsonNode resolved = schema;
    for (int i = 0; i < MAX_REFERENCES; i++) {
      JsonNode next = next(root, resolved);
      if (next.isMissingNode()) {
        break;
      }
      resolved = next;
    }
    return new PropertySchema(name, resolved);
  }

  private static JsonNode next(JsonNode root, JsonNode schema) {
    String reference = schema.path("$ref").asText("");
    if (reference.startsWith("#/")) {
      return root.at(reference.substring(1));
    }
    for (String keyword : new String[] {"anyOf", "oneOf", "allOf"}) {
      for (JsonNode alternative : schema.path(keyword)) {
        if (!alternative.path("type").asText("").equals("null")) {
          return alternative;
        }
      }
    }
    return schema.path("no further");
  }

  PropertySchema items(JsonNode root) {
    return of(name, root, schema.path("items"));
  }

  /** The first type that is not {@code null}; {@code string} if the schema names none. */
  String type() {
    JsonNode type = schema.path("type");
    for (JsonNode alternative : type) {
      if (!alternative.asText().equals("null")) {
        return alternative.asText();
      }
    }
    return type.asText("string");
  }

  Iterable<JsonNode> allowed() {
    return schema.path("enum");
  }

  boolean isEnum() {
    return schema.path("enum").isArray();
  }

  String description() {
    return schema.path("description").asText("");
  }

  boolean isNumber() {
    return !isEnum() && (type().equals("integer") || type().equals("number"));
  }

  boolean isText() {
    return type().equals("string") && !isEnum();
  }

  boolean isPath() {
    return isText() && (PATH.matcher(words()).find() || format().startsWith("uri"));
  }

  boolean isDate() {
    return isText() && (DATE.matcher(words()).find() || format().startsWith("date"));
  }

  /**
   * The value of a required property that the question does not mention: {@code false} for
   * booleans.
   */
  Optional<JsonNode> fallback() {
    if (schema.has("const")) {
      return Optional.of(schema.path("const"));
    }
    if (schema.has("default")) {
      return Optional.of(schema.path("default"));
    }
    return type().equals("boolean") ? Optional.of(BooleanNode.FALSE) : Optional.empty();
  }

  private String format() {
    return schema.path("format").asText("");
  }

  private String words() {
    return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])|[_-]", " ").toLowerCase(Locale.ROOT);
  }
}
