package io.mcpbridge.verification.schemas;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Schemas without what says nothing: empty lists of properties and of required names. */
final class Plain {

  private Plain() {}

  static Object form(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(Plain::form).toList();
    }
    if (!(value instanceof Map<?, ?> map)) {
      return value;
    }
    Map<Object, Object> copy = new LinkedHashMap<>();
    map.forEach((name, held) -> copy.put(name, form(held)));
    copy.remove("properties", Map.of());
    copy.remove("required", List.of());
    return copy;
  }
}
