package io.mcpbridge.catalog;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a model wrote as arguments: usually, but not always, a JSON object. */
final class ToolArguments {

  private ToolArguments() {}

  /**
   * The arguments as plain Java values; nothing at all counts as an empty object.
   *
   * @throws JsonException if the text is not a JSON object; the message is fit for the model
   */
  static Map<String, @Nullable Object> parse(@Nullable String json) {
    if (json == null || json.isBlank()) {
      return Map.of();
    }
    Object value = Json.read(json);
    if (value == null) {
      return Map.of();
    }
    JsonObject object = JsonObject.orNull(value);
    if (object == null && value instanceof String text && text.strip().startsWith("{")) {
      // Some models write the object into a JSON string; what they mean is certain.
      object = JsonObject.orNull(Json.read(text));
    }
    if (object == null) {
      throw new JsonException("a JSON object was expected, not " + JsonObject.kind(value));
    }
    return object.toMap();
  }
}
