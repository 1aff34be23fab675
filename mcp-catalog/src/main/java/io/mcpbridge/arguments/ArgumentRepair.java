package io.mcpbridge.arguments;

import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Repairs values that do not match a schema where only one meaning is possible. Leaves values that
 * match, and values that it cannot repair, unchanged. Single-use, not thread-safe.
 */
final class ArgumentRepair {

  /** A JSON number, short enough to be written without an exponent. */
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d{0,300})(\\.\\d{1,300})?([eE][+-]?\\d{1,2})?");

  /** Separators that indicate several values in one string. */
  private static final Pattern SEPARATOR = Pattern.compile("[,;|\\r\\n\\[{]");

  /** Maximum schema depth; also stops circular references. */
  private static final int MAX_DEPTH = 50;

  private final SchemaCheck check;
  private int depth;

  ArgumentRepair(Map<String, @Nullable Object> schema) {
    this.check = SchemaCheck.ofArguments(schema);
  }

  /** Returns the arguments with all unambiguous repairs applied; the same map if they match. */
  @SuppressWarnings("unchecked")
  Map<String, @Nullable Object> of(Map<String, @Nullable Object> arguments) {
    ResolvedSubschema root = check.root();
    return root != null && repaired(root, arguments) instanceof Map<?, ?> repaired
        ? (Map<String, @Nullable Object>) repaired
        : arguments;
  }

  /** Repairs a value against a keyword's subschema. */
  private @Nullable Object repaired(@Nullable Object subschema, @Nullable Object value) {
    ResolvedSubschema root = check.root();
    ResolvedSubschema schema = root == null ? null : root.resolve(subschema);
    return schema == null ? value : repaired(schema, value);
  }

  private @Nullable Object repaired(ResolvedSubschema schema, @Nullable Object value) {
    if (depth >= MAX_DEPTH || check.fits(schema, value)) {
      return value;
    }
    depth++;
    try {
      return intended(schema, value);
    } finally {
      depth--;
    }
  }

  private @Nullable Object intended(ResolvedSubschema schema, @Nullable Object value) {
    Object inside = inside(schema, value);
    if (check.fits(schema, inside)) {
      return inside;
    }
    List<@Nullable Object> candidates = withoutContradictions(schema, coercions(value, schema));
    if (candidates.isEmpty()) {
      candidates = withoutContradictions(schema, throughBranches(schema, inside));
    }
    if (candidates.isEmpty() && isOneElement(value, schema)) {
      candidates = withoutContradictions(schema, List.of(Collections.singletonList(value)));
    }
    return candidates.size() == 1 ? candidates.get(0) : inside;
  }

  private List<@Nullable Object> withoutContradictions(
      ResolvedSubschema schema, List<@Nullable Object> meanings) {
    return meanings.stream()
        .map(meaning -> inside(schema, meaning))
        .filter(meaning -> check.fits(schema, meaning))
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
    Map<String, String> corrections = intendedNames(schema, map.keySet());
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    map.forEach(
        (written, value) -> {
          String name = corrections.getOrDefault(String.valueOf(written), String.valueOf(written));
          if (value != null || !isOmittableNull(schema, name)) {
            members.put(name, repaired(schema.ofMember(name), value));
          }
        });
    return Collections.unmodifiableMap(members);
  }

  /** Whether to drop a null member: many models write null for an argument that they omit. */
  private boolean isOmittableNull(ResolvedSubschema schema, String name) {
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

  /**
   * Maps misspelled names to the intended ones. Considers members that the schema does not declare,
   * if exactly one declared member is absent and similar, and renaming fixes a mismatch.
   */
  private static Map<String, String> intendedNames(
      ResolvedSubschema schema, Collection<?> written) {
    Map<String, String> corrections = new HashMap<>();
    for (Object key : written) {
      String name = String.valueOf(key);
      String intended = schema.properties().containsKey(name) ? null : similar(schema, name);
      if (intended != null
          && !written.contains(intended)
          && (schema.isUnknown(name) || schema.required().contains(intended))) {
        corrections.put(name, intended);
      }
    }
    List<String> all = List.copyOf(corrections.values());
    corrections.values().removeIf(intended -> Collections.frequency(all, intended) > 1);
    return corrections;
  }

  private static @Nullable String similar(ResolvedSubschema schema, String name) {
    List<String> alike =
        schema.properties().keySet().stream()
            .filter(declared -> form(declared).equals(form(name)))
            .toList();
    return alike.size() == 1 ? alike.get(0) : null;
  }

  private static String form(String name) {
    return name.replaceAll("[\\s_.-]", "").toLowerCase(Locale.ROOT);
  }

  /** All interpretations of the value, whether or not they match. */
  private static List<@Nullable Object> coercions(
      @Nullable Object value, ResolvedSubschema schema) {
    List<@Nullable Object> meanings = new ArrayList<>();
    if (value instanceof String text) {
      String written = text.strip();
      choice(written, schema, meanings);
      literal(written, meanings);
    } else if (value instanceof Boolean || (value instanceof Number n && isWrittenPlainly(n))) {
      meanings.add(Json.write(value));
    }
    return meanings;
  }

  private static void choice(
      String text, ResolvedSubschema schema, List<@Nullable Object> meanings) {
    List<@Nullable Object> choices = schema.choices();
    if (choices != null) {
      choices.stream()
          .filter(choice -> choice instanceof String name && name.equalsIgnoreCase(text))
          .forEach(meanings::add);
    }
  }

  private static void literal(String text, List<@Nullable Object> meanings) {
    if (NUMBER.matcher(text).matches()) {
      meanings.add(shortest(new BigDecimal(text)));
    } else if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      meanings.add(Boolean.valueOf(text));
    } else if (text.startsWith("{") || text.startsWith("[")) {
      try {
        meanings.add(Json.read(text));
      } catch (JsonException notWritten) {
        // A string that only looks like an object or an array stays a string.
      }
    }
  }

  /** Turns {@code 5.0} into {@code 5}: strict servers accept only that as an integer. */
  private static @Nullable Object shortest(BigDecimal number) {
    return Json.read(
        JsonTypes.isWhole(number) ? number.toBigInteger().toString() : number.toString());
  }

  /** Whether the number is in plain notation; the original form of {@code 1E+5} is unknown. */
  private static boolean isWrittenPlainly(Number number) {
    return number.toString().matches("-?\\d+(\\.\\d+)?");
  }

  /**
   * Whether a value in place of an array can only be its single element: a string with separators
   * may contain several.
   */
  private static boolean isOneElement(@Nullable Object value, ResolvedSubschema schema) {
    return schema.types() == JsonTypes.ARRAY
        && schema.json().get("items") instanceof Map<?, ?> items
        && !items.isEmpty()
        && value != null
        && !(value instanceof List)
        && !(value instanceof String text && (text.isBlank() || SEPARATOR.matcher(text).find()));
  }
}
