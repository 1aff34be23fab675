package io.mcpbridge.arguments;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import io.mcpbridge.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a model wrote as arguments: usually, but not always, a JSON object. */
public final class ToolArguments {

  /** Some models write the object into a string, and that one into another. */
  private static final int MOST_LAYERS = 3;

  private static final int MOST_PROBLEMS_TOLD = 5;

  /** What begins and ends a block of code in Markdown. */
  private static final String FENCE = "```";

  private ToolArguments() {}

  /**
   * The arguments as plain Java values. Nothing at all counts as an empty object, and so do {@code
   * null}, an empty string and an empty array; an object in a string or in a fenced block of
   * Markdown is taken out. No digit, null or nesting is lost.
   *
   * @throws JsonException if the text holds no JSON object; the message says what it is, or at
   *     which position it ceases to be JSON, and is fit for the model
   */
  public static Map<String, @Nullable Object> read(@Nullable String text) {
    Object value = text == null || text.isBlank() ? null : Json.read(unfenced(text));
    for (int layer = 1; layer < MOST_LAYERS && value instanceof String json; layer++) {
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

  /** What stands in a block of Markdown, if that is the whole text. */
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
   * The arguments, mended where they do not fit the schema and it is certain what was meant: {@code
   * "5"} for a number, {@code 5} for a text, an object or array in a string, {@code true} in
   * quotes, a choice in other letter case, {@code null} for what may be left out, one value for an
   * array of such, {@code userId} for {@code user_id}. What cannot be mended stays as it is.
   *
   * @param schema the tool's input schema
   */
  public static Map<String, @Nullable Object> repaired(
      Map<String, @Nullable Object> arguments, Map<String, @Nullable Object> schema) {
    return new Repair(schema).of(arguments);
  }

  /** The problems as the end of a sentence: no more than five, the others counted. */
  public static String told(List<Problem> problems) {
    String told =
        problems.stream()
            .limit(MOST_PROBLEMS_TOLD)
            .map(Problem::toString)
            .collect(Collectors.joining("; "));
    int more = problems.size() - MOST_PROBLEMS_TOLD;
    return more > 0 ? told + "; and " + more + " more" : told;
  }

  /** Where something does not fit, without any value: for logs and lists of errors. */
  public static String places(List<Problem> problems) {
    return problems.stream()
        .map(problem -> problem.path().isEmpty() ? "the whole" : '"' + problem.field() + '"')
        .distinct()
        .limit(MOST_PROBLEMS_TOLD)
        .collect(Collectors.joining(", "));
  }
}
