package io.mcpbridge.arguments;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validates values against one schema. Schemas come from untrusted servers: keywords that are
 * unknown, malformed or too expensive to evaluate are ignored, so only certain mismatches are
 * problems. Single-use, not thread-safe.
 */
final class SchemaCheck {

  /** The model never gets more than this. */
  private static final int MOST_PROBLEMS = 20;

  /** Maximum depth of schemas and values; also stops circular references. */
  private static final int DEEPEST = 100;

  /** Maximum number of evaluated subschemas: recursive branches grow exponentially. */
  private static final int MOST_LOOKS = 100_000;

  private final @Nullable ResolvedSubschema root;
  private int depth;
  private int looks;

  private SchemaCheck(@Nullable ResolvedSubschema root) {
    this.root = root;
  }

  /** Ignores a schema that does not describe an object, since arguments always are one. */
  static SchemaCheck ofArguments(Map<String, @Nullable Object> schema) {
    ResolvedSubschema whole = ResolvedSubschema.root(schema);
    Set<String> types = whole == null ? null : whole.types();
    return new SchemaCheck(types != null && !types.contains("object") ? null : whole);
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
      judge(root, value, ArgumentPath.TOP, problems);
    }
    return problems;
  }

  /** Whether a value has no certain mismatch with a keyword's subschema. */
  boolean fits(@Nullable Object schema, @Nullable Object value) {
    List<SchemaViolation> problems = new ArrayList<>();
    judgeHeld(schema, value, ArgumentPath.TOP, problems);
    return problems.isEmpty();
  }

  private void judgeHeld(
      @Nullable Object schema,
      @Nullable Object value,
      ArgumentPath argumentPath,
      List<SchemaViolation> problems) {
    if (Boolean.FALSE.equals(schema)) {
      problems.add(argumentPath.problem("is not allowed"));
    }
    ResolvedSubschema at = root == null ? null : root.at(schema);
    if (at != null) {
      judge(at, value, argumentPath, problems);
    }
  }

  private void judge(
      ResolvedSubschema schema,
      @Nullable Object value,
      ArgumentPath argumentPath,
      List<SchemaViolation> problems) {
    if (depth >= DEEPEST || ++looks > MOST_LOOKS || problems.size() >= MOST_PROBLEMS) {
      return;
    }
    depth++;
    try {
      if (isOfItsKind(schema, value, argumentPath, problems)) {
        inside(schema, value, argumentPath, problems);
      }
    } finally {
      depth--;
    }
  }

  /** Whether the value has the expected type, so that further checks make sense. */
  private static boolean isOfItsKind(
      ResolvedSubschema schema,
      @Nullable Object value,
      ArgumentPath argumentPath,
      List<SchemaViolation> problems) {
    Set<String> types = schema.types();
    if (schema.isContradictory() || (value == null && types != null && types.contains("null"))) {
      return false; // choices without null are often an oversight where the type takes it
    }
    if (types != null && !JsonTypes.isOneOf(types, value)) {
      problems.add(argumentPath.problem(ViolationMessages.mustBe(types, value)));
      return false;
    }
    List<@Nullable Object> choices = schema.choices();
    if (choices != null && choices.stream().noneMatch(choice -> JsonTypes.equal(choice, value))) {
      problems.add(argumentPath.problem(ViolationMessages.mustBeOneOf(choices, value)));
      return false;
    }
    return true;
  }

  private void inside(
      ResolvedSubschema schema,
      @Nullable Object value,
      ArgumentPath argumentPath,
      List<SchemaViolation> problems) {
    Bounds.of(schema.json()).check(value, argumentPath, problems);
    if (value instanceof Map<?, ?> map) {
      members(schema, map, argumentPath, problems);
    } else if (value instanceof List<?> list) {
      elements(schema, list, argumentPath, problems);
    }
    for (Object part : schema.json().list("allOf")) {
      judgeHeld(part, value, argumentPath, problems);
    }
    for (List<@Nullable Object> branches : schema.alternatives()) {
      alternatives(branches, value, argumentPath, problems);
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
        problems.add(argumentPath.at(name).problem("is unknown"));
      } else {
        judgeHeld(schema.ofMember(name), member.getValue(), argumentPath.at(name), problems);
      }
    }
    for (String name : schema.required()) {
      if (!map.containsKey(name)) {
        problems.add(argumentPath.at(name).problem("is missing"));
      }
    }
  }

  private void elements(
      ResolvedSubschema schema,
      List<?> list,
      ArgumentPath argumentPath,
      List<SchemaViolation> problems) {
    for (int i = 0; i < list.size() && problems.size() < MOST_PROBLEMS; i++) {
      judgeHeld(schema.ofElement(i), list.get(i), argumentPath.at(i), problems);
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
    List<ResolvedSubschema> ofItsKind = new ArrayList<>();
    List<@Nullable Object> choices = new ArrayList<>();
    Set<String> types = new HashSet<>();
    boolean onlyChoices = true;
    for (Object held : branches) {
      ResolvedSubschema branch = root == null ? null : root.at(held);
      if (branch != null) { // else false
        if (isOfTypes(branch, value)) {
          ofItsKind.add(branch);
        }
        onlyChoices &= branch.choices() != null;
        choices.addAll(Objects.requireNonNullElse(branch.choices(), List.of()));
        types.addAll(Objects.requireNonNullElse(branch.types(), Set.of()));
      }
    }
    if (onlyChoices && !choices.isEmpty()) {
      problems.add(argumentPath.problem(ViolationMessages.mustBeOneOf(choices, value)));
    } else if (ofItsKind.size() == 1) {
      judge(ofItsKind.get(0), value, argumentPath, problems);
    } else if (ofItsKind.isEmpty() && !types.isEmpty()) {
      problems.add(argumentPath.problem(ViolationMessages.mustBe(types, value)));
    } else {
      problems.add(argumentPath.problem("fits none of the forms that it may have"));
    }
  }

  private static boolean isOfTypes(ResolvedSubschema schema, @Nullable Object value) {
    Set<String> types = schema.types();
    return types == null || JsonTypes.isOneOf(types, value);
  }
}
