package io.mcpbridge.langchain4j;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Everything of a schema that references point at, under {@code $defs}: the one place for it that
 * LangChain4j sends. The older {@code definitions} move there, and so does a target that stands
 * under a root keyword that is not sent; the references follow.
 */
final class Definitions {

  private static final String SENT_AT = "#/$defs/";
  private static final String OLDER = "#/definitions/";

  private final Map<String, @Nullable Object> document;
  private final Map<String, @Nullable Object> schemas = new LinkedHashMap<>();
  private final Map<String, String> moved = new HashMap<>();
  private final SchemaReferences references = new SchemaReferences(this::follow);

  Definitions(Map<String, @Nullable Object> document) {
    this.document = document;
    Map<String, @Nullable Object> named = named("$defs");
    Map<String, @Nullable Object> older = named("definitions");
    schemas.putAll(named);
    older.forEach(
        (name, schema) -> {
          if (schemas.containsKey(name) && !Objects.equals(schemas.get(name), schema)) {
            moved.put(OLDER + escaped(name), SENT_AT + add(name, schema));
          } else {
            schemas.put(name, schema);
          }
        });
    Map<String, @Nullable Object> originals = new LinkedHashMap<>(schemas);
    originals.forEach((name, schema) -> schemas.put(name, references.rewrite(schema)));
  }

  /** A schema of the document with its references leading to where their targets are sent. */
  Map<String, @Nullable Object> resolved(Map<String, @Nullable Object> schema) {
    return references.rewriteKeywords(schema);
  }

  /** All definitions by name; ask after the last {@link #resolved}. */
  Map<String, @Nullable Object> schemas() {
    return Collections.unmodifiableMap(schemas);
  }

  private String follow(String reference) {
    if (!reference.startsWith("#/")
        || reference.startsWith(SENT_AT)
        || reference.startsWith("#/properties/")) {
      return reference;
    }
    for (Map.Entry<String, String> move : moved.entrySet()) {
      if (reference.equals(move.getKey()) || reference.startsWith(move.getKey() + "/")) {
        return move.getValue() + reference.substring(move.getKey().length());
      }
    }
    if (reference.startsWith(OLDER)) {
      return SENT_AT + reference.substring(OLDER.length());
    }
    Object target = JsonPointer.resolve(reference, document);
    return target instanceof Map || target instanceof Boolean ? move(reference, target) : reference;
  }

  private String move(String reference, Object target) {
    String name = add(reference.substring(reference.lastIndexOf('/') + 1), target);
    // known before its own references are followed: it may be recursive
    moved.put(reference, SENT_AT + name);
    schemas.put(name, references.rewrite(target));
    return SENT_AT + name;
  }

  private String add(String wanted, @Nullable Object schema) {
    String plain = wanted.replaceAll("[^A-Za-z0-9_.-]", "_");
    String free = plain;
    for (int n = 2; schemas.containsKey(free); n++) {
      free = plain + "_" + n;
    }
    schemas.put(free, schema);
    return free;
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  @SuppressWarnings("unchecked")
  private Map<String, @Nullable Object> named(String keyword) {
    return document.get(keyword) instanceof Map<?, ?> map
        ? (Map<String, @Nullable Object>) map
        : Map.of();
  }
}
