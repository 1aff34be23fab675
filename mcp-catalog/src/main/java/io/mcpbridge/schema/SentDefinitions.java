package io.mcpbridge.schema;

import io.mcpbridge.internal.schema.SchemaLocation;
import io.mcpbridge.internal.schema.SchemaWalker;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Moves all targets of references to {@code $defs}, the only place that LangChain4j sends. Includes
 * the older {@code definitions} and targets below root keywords that are not sent. Redirects the
 * references.
 */
final class SentDefinitions {

  /** Maximum number of moved schemas; generated schemas need none or a handful. */
  static final int MAX_MOVED_SCHEMAS = 1000;

  private static final String SENT_AT = "#/$defs/";
  private static final Set<String> ROOT_ANCHORS = Set.of("$anchor", "$dynamicAnchor");
  private static final String OLDER = "#/definitions/";

  /** A tuple element from before 2020-12, which is sent under another keyword. */
  private static final Pattern INTO_TUPLE = Pattern.compile("/items/\\d+(/|$)");

  private final Map<String, @Nullable Object> document;
  private final Map<String, @Nullable Object> schemas = new LinkedHashMap<>();
  private final Map<String, String> moved = new HashMap<>();
  private int deepestMoved;
  private @Nullable Map<String, String> byId;

  /** Moved schemas whose references are still to be processed. */
  private final Deque<String> unfollowed = new ArrayDeque<>();

  private final SchemaNormalizer normalizer = new SchemaNormalizer(this::follow);

  SentDefinitions(Map<String, @Nullable Object> document) {
    this.document = document;
    Map<String, @Nullable Object> named = named("$defs");
    Map<String, @Nullable Object> older = named("definitions");
    schemas.putAll(named);
    unfollowed.addAll(named.keySet());
    older.forEach(
        (name, schema) -> {
          if (!schemas.containsKey(name)) {
            schemas.put(name, schema);
            unfollowed.add(name);
          } else if (!Objects.equals(schemas.get(name), schema)) {
            move(SchemaLocation.ROOT.child("definitions").child(name).toString(), name, schema);
          }
        });
    followAll();
  }

  /** A copy of a schema with its references redirected. */
  Map<String, @Nullable Object> resolved(Map<String, @Nullable Object> schema) {
    Map<String, @Nullable Object> resolved = normalizer.normalized(schema);
    followAll();
    return resolved;
  }

  /** All definitions by name; call it after the last {@link #resolved}. */
  Map<String, @Nullable Object> schemas() {
    return Collections.unmodifiableMap(schemas);
  }

  /** Uses a work list instead of recursion, since a server controls the length of the chain. */
  private void followAll() {
    for (String name = unfollowed.poll(); name != null; name = unfollowed.poll()) {
      schemas.put(name, normalizer.normalized(schemas.get(name)));
    }
  }

  private String follow(String written) {
    String reference = withinDocument(written);
    if (!reference.startsWith("#/")
        || (reference.startsWith(SENT_AT) || reference.startsWith("#/properties/"))
            && !INTO_TUPLE.matcher(reference).find()) {
      return reference;
    }
    String movedTo = followMoved(reference);
    if (movedTo != null) {
      return movedTo;
    }
    if (reference.startsWith(OLDER) && !INTO_TUPLE.matcher(reference).find()) {
      return SENT_AT + reference.substring(OLDER.length());
    }
    Object target = SchemaWalker.target(reference, document);
    return target instanceof Map || target instanceof Boolean
        ? move(reference, reference.substring(reference.lastIndexOf('/') + 1), target)
        : reference;
  }

  /**
   * Converts a reference by {@code $id}, of the document or a definition, to one within the
   * document, since ids are not sent; the same for an anchor of the root.
   */
  private String withinDocument(String reference) {
    String documentId = document.get("$id") instanceof String id ? id : "";
    String local =
        !documentId.isEmpty() && reference.startsWith(documentId + "#")
            ? reference.substring(documentId.length())
            : byId().getOrDefault(reference, reference);
    return ROOT_ANCHORS.stream().anyMatch(keyword -> local.equals("#" + document.get(keyword)))
        ? "#"
        : local;
  }

  private Map<String, String> byId() {
    if (byId == null) {
      byId = new HashMap<>();
      for (String holder : List.of("$defs", "definitions")) {
        for (Map.Entry<String, @Nullable Object> definition : named(holder).entrySet()) {
          if (definition.getValue() instanceof Map<?, ?> schema
              && schema.get("$id") instanceof String id) {
            byId.putIfAbsent(
                id, SchemaLocation.ROOT.child(holder).child(definition.getKey()).toString());
          }
        }
      }
    }
    return byId;
  }

  /** The new target of the longest moved prefix of the reference. */
  private @Nullable String followMoved(String reference) {
    @Nullable String sentAt = null;
    int depth = 0;
    int end = 1;
    while (end < reference.length() && depth < deepestMoved) {
      int slash = reference.indexOf('/', end + 1);
      end = slash < 0 ? reference.length() : slash;
      depth++;
      String place = moved.get(reference.substring(0, end));
      sentAt = place == null ? sentAt : place + reference.substring(end);
    }
    return sentAt;
  }

  private String move(String from, String preferredName, @Nullable Object schema) {
    if (moved.size() == MAX_MOVED_SCHEMAS) {
      throw new UnsendableSchemaException(
          "its inputSchema has references to more than "
              + MAX_MOVED_SCHEMAS
              + " schemas outside of $defs");
    }
    String name = add(preferredName, schema);
    // registered first, since the schema may be recursive
    moved.put(from, SENT_AT + name);
    deepestMoved = Math.max(deepestMoved, (int) from.chars().filter(c -> c == '/').count());
    unfollowed.add(name);
    return SENT_AT + name;
  }

  private String add(String preferredName, @Nullable Object schema) {
    String name = unusedName(preferredName, schemas.keySet());
    schemas.put(name, schema);
    return name;
  }

  /** A name for a definition that is not taken, and needs no escaping in a reference. */
  private static String unusedName(String preferredName, Set<String> taken) {
    String plain = plain(preferredName);
    String name = plain;
    for (int n = 2; taken.contains(name); n++) {
      name = plain + "_" + n;
    }
    return name;
  }

  private static String plain(String name) {
    return name.replaceAll("[^A-Za-z0-9_.-]", "_");
  }

  @SuppressWarnings("unchecked")
  private Map<String, @Nullable Object> named(String keyword) {
    return document.get(keyword) instanceof Map<?, ?> map
        ? (Map<String, @Nullable Object>) map
        : Map.of();
  }
}
