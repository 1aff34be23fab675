package io.mcpbridge.langchain4j.schema;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The schemas of a document that references name by their anchor (core, section 8.2.2). */
final class Anchors {

  private final Map<String, Object> document;
  private @Nullable Map<String, Object> byName;

  Anchors(Map<String, @Nullable Object> document) {
    this.document = document;
  }

  @Nullable Object find(String name) {
    if (byName == null) {
      byName = new HashMap<>();
      note(document, byName);
    }
    return byName.get(name);
  }

  private static @Nullable Object note(@Nullable Object schema, Map<String, Object> byName) {
    if (schema instanceof Map<?, ?> keywords) {
      for (String keyword : new String[] {"$anchor", "$dynamicAnchor"}) {
        if (keywords.get(keyword) instanceof String name) {
          byName.putIfAbsent(name, keywords);
        }
      }
      Keywords.mapped(keywords, Place.ROOT, (held, place) -> note(held, byName));
    }
    return schema;
  }
}
