package io.mcpbridge.arguments;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds values against one schema. It is the schema of a stranger: whatever is odd in it, unknown,
 * or too much to follow says nothing, so that only what certainly does not fit is a problem. For
 * one use, on one thread.
 */
final class SchemaCheck {

  /** More are not told to the model anyway. */
  private static final int MOST_PROBLEMS = 20;

  /** How deep schemas are followed into values; references in circles end here, too. */
  private static final int DEEPEST = 100;

  /** How many schemas are looked at: branches that refer to themselves multiply. */
  private static final int MOST_LOOKS = 100_000;

  private final @Nullable Subschema root;
  private int depth;
  private int looks;

  private SchemaCheck(@Nullable Subschema root) {
    this.root = root;
  }

  /** Arguments are always an object; a schema of anything else does not describe them. */
  static SchemaCheck ofArguments(Map<String, @Nullable Object> schema) {
    Subschema whole = Subschema.root(schema);
    Set<String> types = whole == null ? null : whole.types();
    return new SchemaCheck(types != null && !types.contains("object") ? null : whole);
  }

  static SchemaCheck ofAnything(Map<String, @Nullable Object> schema) {
    return new SchemaCheck(Subschema.root(schema));
  }

  /** The whole schema; {@code null} if nothing can be said about it. */
  @Nullable Subschema root() {
    return root;
  }

  List<Problem> problems(@Nullable Object value) {
    List<Problem> problems = new ArrayList<>();
    if (root != null) {
      judge(root, value, Place.TOP, problems);
    }
    return problems;
  }

  /** Whether nothing is certainly wrong with a value under what a keyword holds. */
  boolean fits(@Nullable Object schema, @Nullable Object value) {
    List<Problem> problems = new ArrayList<>();
    judgeHeld(schema, value, Place.TOP, problems);
    return problems.isEmpty();
  }

  private void judgeHeld(
      @Nullable Object schema, @Nullable Object value, Place place, List<Problem> problems) {
    if (Boolean.FALSE.equals(schema)) {
      problems.add(place.problem("is not allowed"));
    }
    Subschema at = root == null ? null : root.at(schema);
    if (at != null) {
      judge(at, value, place, problems);
    }
  }

  private void judge(
      Subschema schema, @Nullable Object value, Place place, List<Problem> problems) {
    if (depth >= DEEPEST || ++looks > MOST_LOOKS || problems.size() >= MOST_PROBLEMS) {
      return;
    }
    depth++;
    try {
      if (isOfItsKind(schema, value, place, problems)) {
        inside(schema, value, place, problems);
      }
    } finally {
      depth--;
    }
  }

  /** Whether there is more to be said about the value than that it is of another kind. */
  private static boolean isOfItsKind(
      Subschema schema, @Nullable Object value, Place place, List<Problem> problems) {
    Set<String> types = schema.types();
    if (schema.isContradictory() || (value == null && types != null && types.contains("null"))) {
      return false; // choices without null are often an oversight where the type takes it
    }
    if (types != null && !Kinds.isOneOf(types, value)) {
      problems.add(place.problem(Words.mustBe(types, value)));
      return false;
    }
    List<@Nullable Object> choices = schema.choices();
    if (choices != null && choices.stream().noneMatch(choice -> Kinds.equal(choice, value))) {
      problems.add(place.problem(Words.mustBeOneOf(choices, value)));
      return false;
    }
    return true;
  }

  private void inside(
      Subschema schema, @Nullable Object value, Place place, List<Problem> problems) {
    Bounds.of(schema.json()).check(value, place, problems);
    if (value instanceof Map<?, ?> map) {
      members(schema, map, place, problems);
    } else if (value instanceof List<?> list) {
      elements(schema, list, place, problems);
    }
    for (Object part : schema.json().list("allOf")) {
      judgeHeld(part, value, place, problems);
    }
    for (List<@Nullable Object> branches : schema.alternatives()) {
      alternatives(branches, value, place, problems);
    }
  }

  private void members(Subschema schema, Map<?, ?> map, Place place, List<Problem> problems) {
    for (Map.Entry<?, ?> member : map.entrySet()) {
      String name = String.valueOf(member.getKey());
      if (schema.isUnknown(name)) {
        problems.add(place.at(name).problem("is unknown"));
      } else {
        judgeHeld(schema.ofMember(name), member.getValue(), place.at(name), problems);
      }
    }
    for (String name : schema.required()) {
      if (!map.containsKey(name)) {
        problems.add(place.at(name).problem("is missing"));
      }
    }
  }

  private void elements(Subschema schema, List<?> list, Place place, List<Problem> problems) {
    for (int i = 0; i < list.size() && problems.size() < MOST_PROBLEMS; i++) {
      judgeHeld(schema.ofElement(i), list.get(i), place.at(i), problems);
    }
  }

  /** One branch has to fit; if none does, what is told is what helps most. */
  private void alternatives(
      List<@Nullable Object> branches,
      @Nullable Object value,
      Place place,
      List<Problem> problems) {
    if (branches.isEmpty() || branches.stream().anyMatch(branch -> fits(branch, value))) {
      return;
    }
    List<Subschema> ofItsKind = new ArrayList<>();
    List<@Nullable Object> choices = new ArrayList<>();
    Set<String> types = new HashSet<>();
    boolean onlyChoices = true;
    for (Object held : branches) {
      Subschema branch = root == null ? null : root.at(held);
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
      problems.add(place.problem(Words.mustBeOneOf(choices, value)));
    } else if (ofItsKind.size() == 1) {
      judge(ofItsKind.get(0), value, place, problems);
    } else if (ofItsKind.isEmpty() && !types.isEmpty()) {
      problems.add(place.problem(Words.mustBe(types, value)));
    } else {
      problems.add(place.problem("fits none of the forms that it may have"));
    }
  }

  private static boolean isOfTypes(Subschema schema, @Nullable Object value) {
    Set<String> types = schema.types();
    return types == null || Kinds.isOneOf(types, value);
  }
}
