package io.mcpbridge.schema;

import io.mcpbridge.internal.schema.SchemaLocation;
import io.mcpbridge.internal.schema.SchemaWalker;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Replaces references by their targets, within bounds. */
final class InlinedReferences {

  /** How many times a recursive schema is expanded. */
  static final int MAX_RECURSION = 2;

  /** Maximum length of a chain of references. */
  static final int MAX_CHAIN_LENGTH = 50;

  /** Maximum number of expanded schemas; mutual references grow exponentially. */
  static final int MAX_EXPANDED_SCHEMAS = 2000;

  private final Map<String, @Nullable Object> document;
  private final SchemaLossCollector schemaLossCollector;

  /** The targets being expanded, innermost first. */
  private final Deque<String> expanding = new ArrayDeque<>();

  private @Nullable Map<String, Map<?, ?>> anchors;
  private int expandedSchemas;

  private InlinedReferences(
      Map<String, @Nullable Object> document, SchemaLossCollector schemaLossCollector) {
    this.document = document;
    this.schemaLossCollector = schemaLossCollector;
  }

  /** Expands the root; its definitions are no longer needed then. */
  static Map<String, @Nullable Object> expand(
      ResolvedSchema schema, SchemaLossCollector schemaLossCollector) {
    return new InlinedReferences(schema.document(), schemaLossCollector)
        .keywords(schema.root(), SchemaLocation.ROOT);
  }

  private @Nullable Object inlined(@Nullable Object schema, SchemaLocation place) {
    return schema instanceof Map<?, ?> keywords ? keywords(keywords, place) : schema;
  }

  private Map<String, @Nullable Object> keywords(Map<?, ?> schema, SchemaLocation place) {
    expandedSchemas++;
    Map<String, @Nullable Object> result = new LinkedHashMap<>();
    schema.forEach(
        (name, value) -> {
          String keyword = (String) name;
          if (!isReference(keyword, value) && !isDefinitions(keyword, value)) {
            result.put(keyword, SchemaWalker.mapped(keyword, value, place, this::inlined));
          }
        });
    Map<String, @Nullable Object> joined = Collections.unmodifiableMap(result);
    for (Map.Entry<?, ?> entry : schema.entrySet()) {
      if (isReference((String) entry.getKey(), entry.getValue())) {
        joined = joined(joined, (String) entry.getKey(), (String) entry.getValue(), place);
      }
    }
    return joined;
  }

  private static boolean isReference(String keyword, @Nullable Object value) {
    return value instanceof String && SchemaWalker.REFERENCES.contains(keyword);
  }

  private static boolean isDefinitions(String keyword, @Nullable Object value) {
    return SchemaWalker.DEFINITIONS.contains(keyword)
        && value instanceof Map<?, ?> named
        && named.values().stream().allMatch(SchemaWalker::isSchema);
  }

  /** Keywords beside a reference apply together with its target. */
  private Map<String, @Nullable Object> joined(
      Map<String, @Nullable Object> siblings,
      String keyword,
      String reference,
      SchemaLocation place) {
    Object target = target(reference);
    if (target == null || !SchemaWalker.isSchema(target)) {
      schemaLossCollector.add(place, "refers to " + reference + ", which the schema does not have");
      return NoteText.addTo(siblings, Map.of(keyword, reference));
    }
    Object expanded = expanded(reference, target, place);
    Map<String, @Nullable Object> merged = AllOfMerger.merge(siblings, expanded);
    return merged != null ? merged : withAllOf(siblings, expanded);
  }

  private @Nullable Object expanded(String reference, Object target, SchemaLocation place) {
    if (Collections.frequency(expanding, reference) == MAX_RECURSION) {
      schemaLossCollector.add(
          reference, "is recursive; expanded " + MAX_RECURSION + " levels deep");
      return remainder(reference, target);
    }
    if (expanding.size() == MAX_CHAIN_LENGTH || expandedSchemas >= MAX_EXPANDED_SCHEMAS) {
      schemaLossCollector.add(
          place,
          "is truncated: with its references expanded, the schema has more than "
              + MAX_EXPANDED_SCHEMAS
              + " schemas or "
              + MAX_CHAIN_LENGTH
              + " nested references");
      return remainder(reference, target);
    }
    expanding.push(reference);
    try {
      return inlined(target, place);
    } finally {
      expanding.pop();
    }
  }

  private static Map<String, @Nullable Object> remainder(String reference, Object target) {
    Map<String, @Nullable Object> rest = new LinkedHashMap<>();
    if (target instanceof Map<?, ?> keywords && keywords.get("type") instanceof String type) {
      rest.put("type", type);
    }
    String name = reference.substring(reference.lastIndexOf('/') + 1).replace("#", "");
    rest.put(
        "description",
        name.isEmpty() ? "The same structure again." : "Another " + name + ", as described above.");
    return rest;
  }

  private @Nullable Object target(String reference) {
    if (!reference.startsWith("#") || reference.equals("#") || reference.startsWith("#/")) {
      return SchemaWalker.target(reference, document);
    }
    if (anchors == null) {
      anchors = SchemaWalker.anchors(document);
    }
    return anchors.get(reference.substring(1));
  }

  private static Map<String, @Nullable Object> withAllOf(
      Map<String, @Nullable Object> siblings, @Nullable Object expanded) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>(siblings);
    Stream<?> existing =
        siblings.get("allOf") instanceof List<?> list ? list.stream() : Stream.of();
    copy.put("allOf", Stream.concat(existing, Stream.of(expanded)).toList());
    return Collections.unmodifiableMap(copy);
  }
}
