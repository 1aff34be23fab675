package io.mcpbridge.arguments;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Validates values against one schema. Schemas come from untrusted servers: keywords that are
 * unknown, malformed or too expensive to evaluate are ignored, so only certain mismatches are
 * problems. Single-use, not thread-safe.
 */
final class SchemaCheck {

  /** See {@link SchemaValidator#builtIn}. */
  static final SchemaValidator BUILT_IN =
      new SchemaValidator() {
        @Override
        public List<SchemaViolation> check(
            Map<String, @Nullable Object> schema, Map<String, @Nullable Object> arguments) {
          return ofArguments(schema).problems(arguments);
        }

        @Override
        public List<SchemaViolation> checkFurther(
            Map<String, @Nullable Object> schema, Map<String, @Nullable Object> arguments) {
          return List.of();
        }
      };

  /** The model never gets more than this. */
  private static final int MAX_PROBLEMS = 20;

  /** Maximum depth of schemas and values; also stops circular references. */
  private static final int MAX_DEPTH = 100;

  /** Maximum number of evaluated subschemas: recursive branches grow exponentially. */
  private static final int MAX_EVALUATIONS = 100_000;

  private final @Nullable ResolvedSubschema root;
  private int depth;
  private int evaluations;

  private SchemaCheck(@Nullable ResolvedSubschema root) {
    this.root = root;
  }

  /** Ignores a schema that does not describe an object, since arguments always are one. */
  static SchemaCheck ofArguments(Map<String, @Nullable Object> schema) {
    ResolvedSubschema root = ResolvedSubschema.root(schema);
    int types = root == null ? 0 : root.types();
    return new SchemaCheck(types != 0 && (types & JsonTypes.OBJECT) == 0 ? null : root);
  }

  static SchemaCheck ofAnything(Map<String, @Nullable Object> schema) {
    return new SchemaCheck(ResolvedSubschema.root(schema));
  }

  /** The root schema; {@code null} if it does not constrain the value. */
  @Nullable ResolvedSubschema root() {
    return root;
  }

  List<SchemaViolation> problems(@Nullable Object value) {
    List<SchemaViolation> problems = new ArrayList<>();
    if (root != null) {
      validate(root, value, ArgumentPath.TOP, problems);
    }
    return problems;
  }

  /** Whether a value has no certain mismatch with a keyword's subschema. */
  boolean fits(@Nullable Object subschema, @Nullable Object value) {
    ResolvedSubschema schema = root == null ? null : root.resolve(subschema);
    return schema == null ? !Boolean.FALSE.equals(subschema) : fits(schema, value);
  }

  /** Whether a value has no certain mismatch with the schema. */
  boolean fits(ResolvedSubschema schema, @Nullable Object value) {
    List<SchemaViolation> problems = new ArrayList<>();
    validate(schema, value, ArgumentPath.TOP, problems);
    return problems.isEmpty();
  }

  private void validateSubschema(
      @Nullable Object subschema,
      @Nullable Object value,
      ArgumentPath argumentPath,
      List<SchemaViolation> problems) {
    if (Boolean.FALSE.equals(subschema)) {
      problems.add(argumentPath.problem("is not allowed"));
    }
    ResolvedSubschema schema = root == null ? null : root.resolve(subschema);
    if (schema != null) {
      validate(schema, value, argumentPath, problems);
    }
  }

  private void validate(
      ResolvedSubschema schema,
      @Nullable Object value,
      ArgumentPath argumentPath,
      List<SchemaViolation> problems) {
    if (depth >= MAX_DEPTH || ++evaluations > MAX_EVALUATIONS || problems.size() >= MAX_PROBLEMS) {
      return;
    }
    depth++;
    try {
      if (hasExpectedType(schema, value, argumentPath, problems)) {
        inside(schema, value, argumentPath, problems);
      }
    } finally {
      depth--;
    }
  }

  /** Whether the value has the expected type, so that further checks make sense. */
  private static boolean hasExpectedType(
      ResolvedSubschema schema,
      @Nullable Object value,
      ArgumentPath argumentPath,
      List<SchemaViolation> problems) {
    int types = schema.types();
    if (schema.isContradictory() || (value == null && (types & JsonTypes.NULL) != 0)) {
      return false; // choices without null are often an oversight where the type takes it
    }
    if (types != 0 && !JsonTypes.isOneOf(types, value)) {
      problems.add(argumentPath.problem(ViolationMessages.mustBe(types, value)));
      return false;
    }
    List<@Nullable Object> choices = schema.choices();
    if (choices != null && !isAmong(choices, value)) {
      problems.add(argumentPath.problem(ViolationMessages.mustBeOneOf(choices, value)));
      return false;
    }
    return true;
  }

  private static boolean isAmong(List<@Nullable Object> choices, @Nullable Object value) {
    for (Object choice : choices) {
      if (JsonTypes.equal(choice, value)) {
        return true;
      }
    }
    return false;
  }

  private void inside(
      ResolvedSubschema schema,
      @Nullable Object value,
      ArgumentPath argumentPath,
      List<SchemaViolation> problems) {
    if (schema.hasBounds()) {
      Bounds.of(schema.json()).check(value, argumentPath, problems);
    }
    if (value instanceof Map<?, ?> map) {
      members(schema, map, argumentPath, problems);
    } else if (value instanceof List<?> list) {
      elements(schema, list, argumentPath, problems);
    }
    if (schema.hasBranches()) {
      for (Object part : schema.json().list("allOf")) {
        validateSubschema(part, value, argumentPath, problems);
      }
      alternatives(schema.json().list("anyOf"), value, argumentPath, problems);
      alternatives(schema.json().list("oneOf"), value, argumentPath, problems);
    }
  }

  private void members(
      ResolvedSubschema schema,
      Map<?, ?> map,
      ArgumentPath argumentPath,
      List<SchemaViolation> problems) {
    for (Map.Entry<?, ?> member : map.entrySet()) {
      String name = String.valueOf(member.getKey());
      if (schema.isUnknown(name)) {
        problems.add(argumentPath.child(name).problem("is unknown"));
      } else {
        validateSubschema(
            schema.ofMember(name), member.getValue(), argumentPath.child(name), problems);
      }
    }
    for (Object required : schema.required()) {
      if (required instanceof String name && !map.containsKey(name)) {
        problems.add(argumentPath.child(name).problem("is missing"));
      }
    }
  }

  private void elements(
      ResolvedSubschema schema,
      List<?> list,
      ArgumentPath argumentPath,
      List<SchemaViolation> problems) {
    for (int i = 0; i < list.size() && problems.size() < MAX_PROBLEMS; i++) {
      validateSubschema(schema.ofElement(i), list.get(i), argumentPath.child(i), problems);
    }
  }

  /** At least one branch must match; otherwise reports the most helpful branch's problems. */
  private void alternatives(
      List<@Nullable Object> branches,
      @Nullable Object value,
      ArgumentPath argumentPath,
      List<SchemaViolation> problems) {
    if (branches.isEmpty() || branches.stream().anyMatch(branch -> fits(branch, value))) {
      return;
    }
    List<ResolvedSubschema> matchingTypes = new ArrayList<>();
    List<@Nullable Object> choices = new ArrayList<>();
    int types = 0;
    boolean onlyChoices = true;
    for (Object subschema : branches) {
      ResolvedSubschema branch = root == null ? null : root.resolve(subschema);
      if (branch != null) { // else false
        if (isOfTypes(branch, value)) {
          matchingTypes.add(branch);
        }
        onlyChoices &= branch.choices() != null;
        choices.addAll(Objects.requireNonNullElse(branch.choices(), List.of()));
        types |= branch.types();
      }
    }
    if (onlyChoices && !choices.isEmpty()) {
      problems.add(argumentPath.problem(ViolationMessages.mustBeOneOf(choices, value)));
    } else if (matchingTypes.size() == 1) {
      validate(matchingTypes.get(0), value, argumentPath, problems);
    } else if (matchingTypes.isEmpty() && types != 0) {
      problems.add(argumentPath.problem(ViolationMessages.mustBe(types, value)));
    } else {
      problems.add(argumentPath.problem("matches none of the allowed forms"));
    }
  }

  private static boolean isOfTypes(ResolvedSubschema schema, @Nullable Object value) {
    int types = schema.types();
    return types == 0 || JsonTypes.isOneOf(types, value);
  }
}
