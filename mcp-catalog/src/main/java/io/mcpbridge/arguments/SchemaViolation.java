package io.mcpbridge.arguments;

import io.mcpbridge.internal.text.ServerText;
import java.util.List;

/**
 * A mismatch between arguments and the schema of their tool.
 *
 * @param path member names and 0-based array indexes; empty for the arguments as a whole
 * @param words what is wrong, as a continuation of the field's name: {@code must be an integer, not
 *     "three"}, {@code is missing}. Shown to the model
 */
public record SchemaViolation(List<Object> path, String words) {

  private static final int MAX_FIELD_LENGTH = 100;

  /** Copies the path. */
  public SchemaViolation {
    path = List.copyOf(path);
  }

  /** The path as text: {@code stops[2].city}; empty for the arguments as a whole. */
  public String field() {
    StringBuilder field = new StringBuilder();
    for (Object step : path) {
      if (step instanceof Integer) {
        field.append('[').append(step).append(']');
      } else {
        field.append(field.isEmpty() ? "" : ".").append(step);
      }
      if (field.length() > MAX_FIELD_LENGTH) {
        break;
      }
    }
    String line = ServerText.line(field.toString());
    return line.length() > MAX_FIELD_LENGTH ? line.substring(0, MAX_FIELD_LENGTH) + "..." : line;
  }

  /** For messages: {@code "days" must be an integer, not "three"}. */
  @Override
  public String toString() {
    return path.isEmpty() ? "the top level " + words : '"' + field() + "\" " + words;
  }
}
