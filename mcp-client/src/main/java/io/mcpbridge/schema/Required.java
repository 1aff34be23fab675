package io.mcpbridge.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds an unconstrained property for each required name without one, since Google's models reject
 * the whole request otherwise.
 */
final class Required {

  private Required() {}

  static Map<String, @Nullable Object> ofProperties(Map<String, @Nullable Object> schema) {
    if (!(schema.get("required") instanceof List<?> names)
        || !(schema.getOrDefault("properties", Map.of()) instanceof Map<?, ?> properties)) {
      return schema;
    }
    List<?> unknown =
        names.stream()
            .filter(name -> name instanceof String && !properties.containsKey(name))
            .toList();
    if (unknown.isEmpty()) {
      return schema;
    }
    Map<Object, @Nullable Object> all = new LinkedHashMap<>(properties);
    new ArrayList<>(unknown).forEach(name -> all.put(name, Map.of()));
    Map<String, @Nullable Object> copy = new LinkedHashMap<>(schema);
    copy.put("properties", Collections.unmodifiableMap(all));
    return Collections.unmodifiableMap(copy);
  }
}
