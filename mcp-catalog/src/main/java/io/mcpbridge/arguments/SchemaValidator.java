package io.mcpbridge.arguments;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Validates arguments against a tool's input schema, and results against its output schema. Called
 * on the thread of the call, possibly concurrently. Exceptions are logged once per tool, and the
 * call continues without validation. Schemas come from untrusted servers: an implementation must
 * never fetch references ({@code $ref}).
 */
@FunctionalInterface
public interface SchemaValidator {

  /**
   * Validates arguments.
   *
   * @param schema the tool's input schema as its server sent it, plain Java values (Map, List,
   *     String, Number, Boolean, null); the same object as long as the tool is the same
   * @param arguments the arguments to be sent, plain Java values
   * @return the mismatches; empty if there are none or the schema cannot be evaluated
   */
  List<SchemaViolation> check(
      Map<String, @Nullable Object> schema, Map<String, @Nullable Object> arguments);

  /**
   * Validates arguments in which {@link #builtIn} has found no mismatch. The same as {@link #check}
   * by default; a validator that extends the built-in one does only the rest here.
   */
  default List<SchemaViolation> checkFurther(
      Map<String, @Nullable Object> schema, Map<String, @Nullable Object> arguments) {
    return check(schema, arguments);
  }

  /**
   * Validates a result; uses the built-in validator by default.
   *
   * @param schema the tool's output schema
   * @param content the result's structured content, any plain Java value
   * @return the mismatches; empty if there are none or the schema cannot be evaluated
   */
  default List<SchemaViolation> checkResult(
      Map<String, @Nullable Object> schema, @Nullable Object content) {
    return SchemaCheck.ofAnything(schema).problems(content);
  }

  /**
   * The default validator. Checks types, missing and unknown members, enums, bounds of numbers and
   * lengths, {@code allOf}, {@code anyOf}, {@code oneOf} and references within the schema. Ignores
   * other keywords: patterns and formats, conditions, {@code not}, external references.
   */
  static SchemaValidator builtIn() {
    return SchemaCheck.BUILT_IN;
  }
}
