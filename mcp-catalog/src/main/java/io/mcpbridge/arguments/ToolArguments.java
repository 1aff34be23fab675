package io.mcpbridge.arguments;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parses and repairs the arguments that a model wrote, which are not always a JSON object. */
public final class ToolArguments {

  /** Some models encode the object as a string, sometimes twice. */
  private static final int MAX_ENCODING_LAYERS = 3;

  private static final int MAX_REPORTED_PROBLEMS = 5;

  /** Delimiter of a Markdown code block. */
  private static final String FENCE = "```";

  private ToolArguments() {}

  /**
   * Parses the arguments to plain Java values. Empty text, {@code null}, an empty string and an
   * empty array count as an empty object; an object encoded as a string or inside a fenced Markdown
   * block is unwrapped. Keeps all digits, nulls and nesting.
   *
   * @throws JsonException if the text contains no JSON object; the message names the actual type or
   *     the position of the syntax error, and is suitable for the model
   */
  public static Map<String, @Nullable Object> read(@Nullable String text) {
    Object value = text == null || text.isBlank() ? null : Json.read(unfenced(text));
    for (int layer = 1; layer < MAX_ENCODING_LAYERS && value instanceof String json; layer++) {
      value = isWrapped(json) ? Json.read(unfenced(json)) : value;
    }
    if (value == null || value.equals(List.of()) || (value instanceof String s && s.isBlank())) {
      return Map.of();
    }
    JsonObject object = JsonObject.orNull(value);
    if (object == null) {
      throw new JsonException("a JSON object was expected, not " + JsonObject.kind(value));
    }
    return object.toMap();
  }

  private static boolean isWrapped(String text) {
    String start = text.stripLeading();
    return start.startsWith("{") || start.startsWith("\"") || start.startsWith(FENCE);
  }

  /** The content of a Markdown code block, if that is the whole text. */
  private static String unfenced(String text) {
    String block = text.strip();
    int start = block.indexOf('{');
    return start > 0
            && block.startsWith(FENCE)
            && block.endsWith(FENCE)
            && block.substring(FENCE.length(), start).matches("[A-Za-z0-9]*\\s*")
        ? block.substring(start, block.length() - FENCE.length())
        : text;
  }

  /**
   * Repairs arguments that do not match the schema if the meaning is unambiguous: {@code "5"} for a
   * number, {@code 5} for a string, an object or array in a string, {@code true} in quotes, an enum
   * value in other letter case, {@code null} for an optional member, a single value for an array of
   * such values, {@code userId} for {@code user_id}. Other mismatches stay.
   *
   * @param schema the tool's input schema
   * @return the same map if {@link SchemaValidator#builtIn} finds no mismatch in it
   */
  public static Map<String, @Nullable Object> repaired(
      Map<String, @Nullable Object> arguments, Map<String, @Nullable Object> schema) {
    return new ArgumentRepair(schema).of(arguments);
  }

  /** The problems as the end of a sentence: at most five, and the number of others. */
  public static String describe(List<SchemaViolation> problems) {
    String description =
        problems.stream()
            .limit(MAX_REPORTED_PROBLEMS)
            .map(SchemaViolation::toString)
            .collect(Collectors.joining("; "));
    int omitted = problems.size() - MAX_REPORTED_PROBLEMS;
    return omitted > 0 ? description + "; and " + omitted + " more" : description;
  }

  /** The locations of the problems without values, for logs and error lists. */
  public static String locations(List<SchemaViolation> problems) {
    return problems.stream()
        .map(problem -> problem.path().isEmpty() ? "the top level" : '"' + problem.field() + '"')
        .distinct()
        .limit(MAX_REPORTED_PROBLEMS)
        .collect(Collectors.joining(", "));
  }
}
