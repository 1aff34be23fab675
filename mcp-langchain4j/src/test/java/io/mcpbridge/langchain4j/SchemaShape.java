package io.mcpbridge.langchain4j;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A row of {@code schemas.json}: an input schema and what the model must receive of it.
 *
 * @param name the name of the shape
 * @param schema the input schema of the server
 * @param parameters the schema to be sent, without its description; in the file, defaults to the
 *     whole schema
 * @param inWords the keywords that the description must mention; in the file, none by default
 * @param names the keywords whose names the description must mention, too
 * @param leftOut why the tool cannot be offered, or {@code null} if it can
 */
record SchemaShape(
    String name,
    Map<String, Object> schema,
    Map<String, Object> parameters,
    Map<String, Object> inWords,
    Map<String, Object> names,
    String leftOut) {

  static List<SchemaShape> all() {
    try (InputStream file = SchemaShape.class.getResourceAsStream("/schemas.json")) {
      List<?> rows = (List<?>) Json.read(new String(file.readAllBytes(), StandardCharsets.UTF_8));
      return rows.stream().map(JsonObject::of).map(SchemaShape::of).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static SchemaShape of(JsonObject row) {
    return new SchemaShape(
        row.string("shape"),
        row.map("schema"),
        row.map(row.has("parameters") ? "parameters" : "schema"),
        row.map("inWords"),
        row.map("names"),
        row.string("leftOut"));
  }

  String toolName() {
    return "t" + Integer.toHexString(name.hashCode());
  }

  @Override
  public String toString() {
    return name;
  }
}
