package io.mcpbridge.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An input schema whose root is an object schema, and whose references lead into its properties or
 * its definitions.
 *
 * @param root the keywords of the root
 * @param definitions everything else that references lead to, by its name under {@code $defs}
 */
record ResolvedSchema(
    Map<String, @Nullable Object> root, Map<String, @Nullable Object> definitions) {

  static ResolvedSchema of(Map<String, @Nullable Object> document) {
    SentDefinitions definitions = new SentDefinitions(document);
    Map<String, @Nullable Object> root = definitions.resolved(RootSchema.of(document));
    return new ResolvedSchema(root, ReachableDefinitions.from(root, definitions.schemas()));
  }

  /** As one document again, for references to lead somewhere. */
  Map<String, @Nullable Object> document() {
    Map<String, @Nullable Object> document = new LinkedHashMap<>(root);
    document.put("$defs", definitions);
    return Collections.unmodifiableMap(document);
  }
}
