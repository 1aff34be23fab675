package io.mcpbridge.verification.schemas;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Normalizes schemas: removes keywords without effect, such as empty lists of properties, and
 * writes several types in one way.
 */
final class Plain {

  private Plain() {}

  private static boolean isType(Object schema) {
    return schema instanceof Map<?, ?> map && map.size() == 1 && map.get("type") instanceof String;
  }

  static Object form(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(Plain::form).toList();
    }
    if (!(value instanceof Map<?, ?> map)) {
      return value;
    }
    Map<Object, Object> copy = new LinkedHashMap<>();
    map.forEach((name, member) -> copy.put(name, form(member)));
    copy.remove("properties", Map.of());
    copy.remove("required", List.of());
    if (copy.get("anyOf") instanceof List<?> branches
        && branches.stream().allMatch(Plain::isType)) {
      copy.remove("anyOf");
      copy.put("type", branches.stream().map(type -> ((Map<?, ?>) type).get("type")).toList());
    }
    return copy;
  }
}
