package io.mcpbridge.arguments;

import io.mcpbridge.error.ServersWords;
import java.util.List;

/**
 * Something about arguments that does not fit the schema of their tool.
 *
 * @param path where: names of members, and positions in arrays counted from 0; empty for the
 *     arguments as a whole
 * @param words what is wrong, in words that go on after the field's name: {@code must be an
 *     integer, not "three"}, {@code is missing}. The model reads them
 */
public record Problem(List<Object> path, String words) {

  private static final int LONGEST_FIELD = 100;

  /** Copies the path. */
  public Problem {
    path = List.copyOf(path);
  }

  /** The field in one line: {@code stops[2].city}; empty for the arguments as a whole. */
  public String field() {
    StringBuilder field = new StringBuilder();
    for (Object step : path) {
      if (step instanceof Integer) {
        field.append('[').append(step).append(']');
      } else {
        field.append(field.isEmpty() ? "" : ".").append(step);
      }
      if (field.length() > LONGEST_FIELD) {
        break;
      }
    }
    String line = ServersWords.line(field.toString());
    return line.length() > LONGEST_FIELD ? line.substring(0, LONGEST_FIELD) + "..." : line;
  }

  /** For a message: {@code "days" must be an integer, not "three"}. */
  @Override
  public String toString() {
    return path.isEmpty() ? "the whole " + words : '"' + field() + "\" " + words;
  }
}
