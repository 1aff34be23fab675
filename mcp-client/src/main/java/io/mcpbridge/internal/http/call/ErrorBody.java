package io.mcpbridge.internal.http.call;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the message for people in the body of a refusal. */
final class ErrorBody {

  private ErrorBody() {}

  /**
   * The first line of plain text, or the message of a JSON object (RFC 9457, section 3.1, and what
   * gateways send); empty if there is none.
   */
  static String message(String body, @Nullable String type) {
    if (body.startsWith("{")) {
      try {
        return message(JsonObject.of(Json.read(body)));
      } catch (JsonException noJson) {
        return "";
      }
    }
    return type != null && type.startsWith("text/plain") ? body.lines().findFirst().orElse("") : "";
  }

  private static String message(JsonObject json) {
    JsonObject nested = json.object("error");
    return Stream.of(
            json.string("message"),
            json.string("error_description"),
            json.string("detail"),
            nested == null ? json.string("error") : nested.string("message"),
            json.string("title"))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse("");
  }
}
