package io.mcpbridge.verification.schemas;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * An input schema of {@code shapes.json}.
 *
 * @param name describes the shape
 * @param schema the schema that the server sends
 */
record Shape(String name, Map<String, Object> schema) {

  static List<Shape> all() {
    try (InputStream file = Shape.class.getResourceAsStream("/shapes.json")) {
      List<?> rows = (List<?>) Json.read(new String(file.readAllBytes(), StandardCharsets.UTF_8));
      return rows.stream()
          .map(JsonObject::of)
          .map(row -> new Shape(row.string("shape"), row.map("schema")))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The name of the tool with this schema in model requests. */
  String modelName() {
    return "s__" + toolName();
  }

  String toolName() {
    return "t" + Integer.toHexString(name.hashCode());
  }
}
