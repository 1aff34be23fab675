package io.mcpbridge.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An input schema with an object schema as its root. Its references point to its properties or
 * definitions.
 *
 * @param root the root's keywords
 * @param definitions all other targets of references, by name under {@code $defs}
 */
record ResolvedSchema(
    Map<String, @Nullable Object> root, Map<String, @Nullable Object> definitions) {

  static ResolvedSchema of(Map<String, @Nullable Object> document) {
    SentDefinitions definitions = new SentDefinitions(document);
    Map<String, @Nullable Object> root = definitions.resolved(RootSchema.of(document));
    return new ResolvedSchema(root, ReachableDefinitions.from(root, definitions.schemas()));
  }

  /** Combines both parts to one document, so that references can be resolved. */
  Map<String, @Nullable Object> document() {
    Map<String, @Nullable Object> document = new LinkedHashMap<>(root);
    document.put("$defs", definitions);
    return Collections.unmodifiableMap(document);
  }
}
