package io.mcpbridge.langchain4j;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A row of {@code schemas.json}: an input schema and what the model must be sent of it.
 *
 * @param name which shape it shows
 * @param schema the input schema as the server has it
 * @param parameters the schema to be sent, its description apart; in the file, the whole schema
 *     unless it says otherwise
 * @param inWords the keywords to be told in the description; in the file, none unless it names some
 * @param names the keywords that name the schema, to be told there, too
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
