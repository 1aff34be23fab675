package io.mcpbridge.internal.revision.header;

import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.internal.schema.SchemaLocation;
import io.mcpbridge.internal.schema.SchemaWalker;
import io.mcpbridge.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@code x-mcp-header} annotations in a schema (2026-07-28, tools, x-mcp-header).
 * Searches only subschemas: in a default or an enum, the same key is data.
 */
final class ParamHeaderReader {

  private static final String ANNOTATION = "x-mcp-header";
  private static final Set<String> PRIMITIVES = Set.of("string", "integer", "boolean");

  private final List<ParamHeader> headers = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  private ParamHeaderReader() {}

  /**
   * Returns the parameters that are sent as headers; none for most tools.
   *
   * @throws McpProtocolException if an annotation is invalid; says why
   */
  static List<ParamHeader> read(Map<String, @Nullable Object> inputSchema) {
    ParamHeaderReader reader = new ParamHeaderReader();
    SchemaWalker.visit(
        inputSchema,
        (schema, location) -> {
          Object annotation = schema.get(ANNOTATION);
          if (annotation != null) {
            reader.headers.add(reader.header(schema, location, annotation));
          }
        });
    return List.copyOf(reader.headers);
  }

  private ParamHeader header(Map<?, ?> schema, SchemaLocation location, Object annotation) {
    List<String> path = path(location);
    if (path == null || path.isEmpty()) {
      throw invalid(
          location, annotation, "is not on a parameter that is reachable through properties alone");
    }
    if (!(annotation instanceof String name)) {
      throw invalid(location, annotation, "is not a string");
    }
    if (name.isEmpty() || !name.chars().allMatch(ParamHeaderReader::isTokenCharacter)) {
      throw invalid(location, annotation, "cannot be part of a header name");
    }
    if (!names.add(name.toLowerCase(Locale.ROOT))) {
      throw invalid(location, annotation, "is declared twice");
    }
    if (!isPrimitive(schema.get("type"))) {
      throw invalid(
          location, annotation, "is not on a parameter of the type string, integer or boolean");
    }
    return new ParamHeader("Mcp-Param-" + name, path);
  }

  private static McpProtocolException invalid(
      SchemaLocation location, Object annotation, String problem) {
    String shown =
        annotation instanceof String name ? '"' + name + '"' : JsonObject.kind(annotation);
    return new McpProtocolException(
        "its " + ANNOTATION + " " + shown + " at " + location + " " + problem);
  }

  /** A single type, optionally with null: a null value has no header. */
  private static boolean isPrimitive(@Nullable Object type) {
    if (type instanceof List<?> alternatives) {
      List<?> types = alternatives.stream().filter(name -> !"null".equals(name)).toList();
      return types.size() == 1 && PRIMITIVES.contains(types.get(0));
    }
    return type instanceof String single && PRIMITIVES.contains(single);
  }

  private static boolean isTokenCharacter(int c) {
    return c > ' ' && c < 127 && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
  }

  /** The properties that alone lead to a schema; {@code null} if other keywords do, too. */
  private static @Nullable List<String> path(SchemaLocation location) {
    List<String> path = new ArrayList<>();
    SchemaLocation at = location;
    for (SchemaLocation keyword = at.parent(); keyword != null; keyword = at.parent()) {
      SchemaLocation above = keyword.parent();
      if (above == null || !keyword.name().equals("properties")) {
        return null;
      }
      path.add(0, at.name());
      at = above;
    }
    return path;
  }
}
