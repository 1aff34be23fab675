package io.mcpbridge.revision;

import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.json.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@code x-mcp-header} annotations in a schema (2026-07-28, tools, x-mcp-header).
 * Searches only subschemas: in a default or an enum, the same key is data.
 */
final class ParamHeaderReader {

  private static final String ANNOTATION = "x-mcp-header";
  private static final Set<String> PRIMITIVES = Set.of("string", "integer", "boolean");

  /** Keywords with a schema, or a list of schemas. */
  private static final Set<String> SCHEMAS =
      Set.of(
          "items",
          "prefixItems",
          "additionalItems",
          "unevaluatedItems",
          "contains",
          "additionalProperties",
          "unevaluatedProperties",
          "propertyNames",
          "contentSchema",
          "allOf",
          "anyOf",
          "oneOf",
          "not",
          "if",
          "then",
          "else");

  /** Keywords with a schema in each member. */
  private static final Set<String> NAMED_SCHEMAS =
      Set.of("patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies");

  private final Queue<SchemaNode> schemaNodes = new ArrayDeque<>();
  private final List<ParamHeader> found = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  private ParamHeaderReader() {}

  /**
   * Returns the parameters that are sent as headers; none for most tools.
   *
   * @throws McpProtocolException if an annotation is invalid; says why
   */
  static List<ParamHeader> read(Map<String, @Nullable Object> inputSchema) {
    ParamHeaderReader reader = new ParamHeaderReader();
    reader.schemaNodes.add(new SchemaNode(JsonObject.of(inputSchema), null, "", List.of()));
    for (SchemaNode schemaNode = reader.schemaNodes.poll();
        schemaNode != null;
        schemaNode = reader.schemaNodes.poll()) {
      reader.visit(schemaNode);
    }
    return List.copyOf(reader.found);
  }

  private void visit(SchemaNode schemaNode) {
    Object annotation = schemaNode.schema().get(ANNOTATION);
    if (annotation != null) {
      found.add(header(schemaNode, annotation));
    }
    schemaNode
        .schema()
        .toMap()
        .forEach(
            (keyword, value) -> {
              if (keyword.equals("properties")) {
                properties(schemaNode, value);
              } else if (SCHEMAS.contains(keyword)) {
                subschemas(schemaNode.below(keyword), value);
              } else if (NAMED_SCHEMAS.contains(keyword) && value instanceof Map<?, ?> named) {
                subschemas(schemaNode.below(keyword), named.values());
              }
            });
  }

  private void properties(SchemaNode schemaNode, @Nullable Object value) {
    JsonObject properties = JsonObject.orNull(value);
    if (properties != null) {
      properties
          .toMap()
          .forEach(
              (name, schema) -> {
                JsonObject json = JsonObject.orNull(schema);
                if (json != null) {
                  schemaNodes.add(schemaNode.property(name, json));
                }
              });
    }
  }

  private void subschemas(SchemaNode at, @Nullable Object value) {
    Collection<?> schemas =
        value instanceof Collection<?> several
            ? several
            : value == null ? List.of() : List.of(value);
    for (Object schema : schemas) {
      JsonObject json = JsonObject.orNull(schema);
      if (json != null) {
        schemaNodes.add(at.holding(json));
      }
    }
  }

  private ParamHeader header(SchemaNode schemaNode, Object annotation) {
    List<String> path = schemaNode.path();
    if (path == null || path.isEmpty()) {
      throw invalid(schemaNode, annotation, "is not on a parameter reached by properties alone");
    }
    if (!(annotation instanceof String name)) {
      throw invalid(schemaNode, annotation, "is no text");
    }
    if (name.isEmpty() || !name.chars().allMatch(ParamHeaderReader::isTokenCharacter)) {
      throw invalid(schemaNode, annotation, "cannot be a part of a header's name");
    }
    if (!names.add(name.toLowerCase(Locale.ROOT))) {
      throw invalid(schemaNode, annotation, "is there twice");
    }
    if (!isPrimitive(schemaNode.schema().get("type"))) {
      throw invalid(
          schemaNode, annotation, "is not on a parameter of the type string, integer or boolean");
    }
    return new ParamHeader("Mcp-Param-" + name, path);
  }

  private static McpProtocolException invalid(
      SchemaNode schemaNode, Object annotation, String problem) {
    String shown =
        annotation instanceof String name ? '"' + name + '"' : JsonObject.kind(annotation);
    return new McpProtocolException(
        "its " + ANNOTATION + " " + shown + " at " + schemaNode + " " + problem);
  }

  /** A single type, optionally with null: a null value has no header. */
  private static boolean isPrimitive(@Nullable Object type) {
    if (type instanceof List<?> several) {
      List<?> types = several.stream().filter(one -> !"null".equals(one)).toList();
      return types.size() == 1 && PRIMITIVES.contains(types.get(0));
    }
    return type instanceof String one && PRIMITIVES.contains(one);
  }

  private static boolean isTokenCharacter(int c) {
    return c > ' ' && c < 127 && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
  }

  /**
   * A subschema.
   *
   * @param path the properties that lead to it; {@code null} if other keywords do, too
   */
  private record SchemaNode(
      JsonObject schema, @Nullable SchemaNode above, String step, @Nullable List<String> path) {

    SchemaNode property(String name, JsonObject itsSchema) {
      List<String> longer = null;
      if (path != null) {
        longer = new ArrayList<>(path);
        longer.add(name);
      }
      return new SchemaNode(itsSchema, this, "properties/" + name, longer);
    }

    SchemaNode below(String keyword) {
      return new SchemaNode(schema, this, keyword, null);
    }

    SchemaNode holding(JsonObject subschema) {
      return new SchemaNode(subschema, above, step, null);
    }

    @Override
    public String toString() {
      return above == null ? "#" : above + "/" + step;
    }
  }
}
