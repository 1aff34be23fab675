package io.mcpbridge.spring.boot.internal.configuration;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts values that were bound to {@code Object} to JSON values; Spring binds lists as maps. */
public final class PlainValues {

  private PlainValues() {}

  public static Object of(Object bound) {
    if (bound instanceof Map<?, ?> map) {
      return isList(map) ? map.values().stream().map(PlainValues::of).toList() : members(map);
    }
    if (bound instanceof List<?> list) {
      return list.stream().map(PlainValues::of).toList();
    }
    return bound instanceof Number || bound instanceof Boolean ? bound : bound.toString();
  }

  private static Map<String, Object> members(Map<?, ?> map) {
    Map<String, Object> members = new LinkedHashMap<>();
    map.forEach((name, value) -> members.put(name.toString(), of(value)));
    return members;
  }

  private static boolean isList(Map<?, ?> map) {
    int index = 0;
    for (Object key : map.keySet()) {
      if (!key.toString().equals(Integer.toString(index++))) {
        return false;
      }
    }
    return index > 0;
  }
}
