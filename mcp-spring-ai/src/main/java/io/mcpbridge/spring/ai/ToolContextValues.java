package io.mcpbridge.spring.ai;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts values of a tool context to JSON values. A value that is not a number, boolean, list or
 * map becomes its string form. A list or map that contains itself is omitted there.
 */
final class ToolContextValues {

  /** The lists and maps that enclose the current value. */
  private final Set<Object> enclosing = Collections.newSetFromMap(new IdentityHashMap<>());

  static @Nullable Object of(Object value) {
    return new ToolContextValues().plain(value);
  }

  private @Nullable Object plain(@Nullable Object value) {
    if (!(value instanceof Map) && !(value instanceof Collection)) {
      return value instanceof Number || value instanceof Boolean ? value : String.valueOf(value);
    }
    if (!enclosing.add(value)) {
      return null;
    }
    Object plain = value instanceof Map<?, ?> map ? members(map) : items((Collection<?>) value);
    enclosing.remove(value);
    return plain;
  }

  private Map<String, Object> members(Map<?, ?> map) {
    Map<String, Object> members = new LinkedHashMap<>();
    map.forEach(
        (name, member) -> {
          Object plain = plain(member);
          if (plain != null) {
            members.put(String.valueOf(name), plain);
          }
        });
    return members;
  }

  private List<Object> items(Collection<?> list) {
    List<Object> items = new ArrayList<>();
    list.forEach(
        item -> {
          Object plain = plain(item);
          if (plain != null) {
            items.add(plain);
          }
        });
    return items;
  }
}
