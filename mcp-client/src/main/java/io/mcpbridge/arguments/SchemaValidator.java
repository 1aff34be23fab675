package io.mcpbridge.arguments;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks arguments against the schema of their tool, and results against the other one. Called on
 * the thread of the call, by many at once; whatever it throws is logged once for each tool, and the
 * call goes on without a check. A schema is a server's text: an implementation must never fetch
 * what it refers to ({@code $ref}).
 */
@FunctionalInterface
public interface SchemaValidator {

  /**
   * What does not fit.
   *
   * @param schema the tool's input schema as its server sent it, plain Java values (Map, List,
   *     String, Number, Boolean, null); the same object as long as the tool is the same
   * @param arguments what is about to be sent, plain Java values
   * @return empty if everything fits or cannot be judged
   */
  List<Problem> check(
      Map<String, @Nullable Object> schema, Map<String, @Nullable Object> arguments);

  /**
   * What does not fit of a result; by default what the built-in check finds.
   *
   * @param schema the tool's output schema, as the other one
   * @param content the result's structured content, any plain Java value
   * @return empty if everything fits or cannot be judged
   */
  default List<Problem> checkResult(
      Map<String, @Nullable Object> schema, @Nullable Object content) {
    return SchemaCheck.ofAnything(schema).problems(content);
  }

  /**
   * The default. It judges what is certain and small: types, missing and unknown members, choices,
   * bounds of numbers and lengths, {@code allOf}, {@code anyOf}, {@code oneOf} and references
   * within the schema. What it does not know says nothing: patterns and formats, conditions, {@code
   * not}, references to elsewhere.
   */
  static SchemaValidator builtIn() {
    return (schema, arguments) -> SchemaCheck.ofArguments(schema).problems(arguments);
  }
}
