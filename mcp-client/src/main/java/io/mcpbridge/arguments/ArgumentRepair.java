package io.mcpbridge.arguments;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Repairs values that do not match a schema where only one meaning is possible. Leaves values that
 * match, and values that it cannot repair, unchanged. Single-use, not thread-safe.
 */
final class ArgumentRepair {

  /** Maximum schema depth; also stops circular references. */
  private static final int DEEPEST = 50;

  private final SchemaCheck check;
  private int depth;

  ArgumentRepair(Map<String, @Nullable Object> schema) {
    this.check = SchemaCheck.ofArguments(schema);
  }

  /** Returns the arguments with all unambiguous repairs applied. */
  @SuppressWarnings("unchecked")
  Map<String, @Nullable Object> of(Map<String, @Nullable Object> arguments) {
    ResolvedSubschema root = check.root();
    return root != null && repaired(root.json().toMap(), arguments) instanceof Map<?, ?> repaired
        ? (Map<String, @Nullable Object>) repaired
        : arguments;
  }

  /** Repairs a value against a keyword's subschema. */
  private @Nullable Object repaired(@Nullable Object held, @Nullable Object value) {
    ResolvedSubschema root = check.root();
    ResolvedSubschema schema = root == null ? null : root.at(held);
    if (schema == null || depth >= DEEPEST || check.fits(held, value)) {
      return value;
    }
    depth++;
    try {
      return repaired(held, schema, value);
    } finally {
      depth--;
    }
  }

  private @Nullable Object repaired(
      @Nullable Object held, ResolvedSubschema schema, @Nullable Object value) {
    Object inside = inside(schema, value);
    if (check.fits(held, inside)) {
      return inside;
    }
    List<@Nullable Object> meant = fitting(held, schema, Coercions.of(value, schema));
    if (meant.isEmpty()) {
      meant = fitting(held, schema, throughBranches(schema, inside));
    }
    if (meant.isEmpty() && Coercions.isOneElement(value, schema)) {
      meant = fitting(held, schema, List.of(Collections.singletonList(value)));
    }
    return meant.size() == 1 ? meant.get(0) : inside;
  }

  private List<@Nullable Object> fitting(
      @Nullable Object held, ResolvedSubschema schema, List<@Nullable Object> meanings) {
    return meanings.stream()
        .map(meaning -> inside(schema, meaning))
        .filter(meaning -> check.fits(held, meaning))
        .distinct()
        .toList();
  }

  private List<@Nullable Object> throughBranches(ResolvedSubschema schema, @Nullable Object value) {
    List<@Nullable Object> repaired = new ArrayList<>();
    for (List<@Nullable Object> branches : schema.alternatives()) {
      branches.forEach(branch -> repaired.add(repaired(branch, value)));
    }
    return repaired;
  }

  /** Repairs the members or elements of a value. */
  private @Nullable Object inside(ResolvedSubschema schema, @Nullable Object value) {
    Object repaired = value;
    if (value instanceof Map<?, ?> map) {
      repaired = members(schema, map);
    } else if (value instanceof List<?> list) {
      repaired = elements(schema, list);
    }
    for (Object part : schema.json().list("allOf")) {
      repaired = repaired(part, repaired);
    }
    return repaired;
  }

  private Map<String, @Nullable Object> members(ResolvedSubschema schema, Map<?, ?> map) {
    Map<String, String> meantNames = MemberNames.meant(schema, map.keySet());
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    map.forEach(
        (written, value) -> {
          String name = meantNames.getOrDefault(String.valueOf(written), String.valueOf(written));
          if (value != null || !isBetterLeftOut(schema, name)) {
            members.put(name, repaired(schema.ofMember(name), value));
          }
        });
    return Collections.unmodifiableMap(members);
  }

  /** Whether to drop a null member: many models write null for an argument that they omit. */
  private boolean isBetterLeftOut(ResolvedSubschema schema, String name) {
    return schema.isUnknown(name)
        || (!schema.required().contains(name) && !check.fits(schema.ofMember(name), null));
  }

  private List<@Nullable Object> elements(ResolvedSubschema schema, List<?> list) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      elements.add(repaired(schema.ofElement(i), list.get(i)));
    }
    return Collections.unmodifiableList(elements);
  }
}
