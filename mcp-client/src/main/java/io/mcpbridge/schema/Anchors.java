package io.mcpbridge.schema;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Resolves references by anchor (core, section 8.2.2). */
final class Anchors {

  private final Map<String, Object> document;
  private @Nullable Map<String, Object> byName;

  Anchors(Map<String, @Nullable Object> document) {
    this.document = document;
  }

  @Nullable Object find(String name) {
    if (byName == null) {
      byName = new HashMap<>();
      Map<String, Object> found = byName;
      forEach(document, found::putIfAbsent);
    }
    return byName.get(name);
  }

  /** Visits each anchor in a schema, with the schema that declares it. */
  static @Nullable Object forEach(@Nullable Object schema, BiConsumer<String, Object> told) {
    if (schema instanceof Map<?, ?> keywords) {
      for (String keyword : new String[] {"$anchor", "$dynamicAnchor"}) {
        if (keywords.get(keyword) instanceof String name) {
          told.accept(name, keywords);
        }
      }
      Keywords.mapped(keywords, SchemaLocation.ROOT, (held, place) -> forEach(held, told));
    }
    return schema;
  }
}
