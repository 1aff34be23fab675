package io.mcpbridge.catalog.result;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON Pointers (RFC 6901) as models write them, which may lack the first slash. */
final class JsonPointers {

  private static final int MAX_NAMES = 20;

  private JsonPointers() {}

  /** The names and indexes on the way. */
  static List<String> names(String pointer) {
    String path = pointer.startsWith("#") ? pointer.substring(1) : pointer;
    if (path.isEmpty() || path.equals("/")) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    for (String name : (path.startsWith("/") ? path.substring(1) : path).split("/", -1)) {
      names.add(name.replace("~1", "/").replace("~0", "~"));
    }
    return names;
  }

  static String escape(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  /**
   * @param path the pointer of the value, for the message
   */
  static @Nullable Object member(@Nullable Object value, String name, String path)
      throws ResultReader.NotThereException {
    if (value instanceof Map<?, ?> object && object.containsKey(name)) {
      return object.get(name);
    }
    if (value instanceof List<?> array && name.matches("\\d{1,9}")) {
      int index = Integer.parseInt(name);
      if (index < array.size()) {
        return array.get(index);
      }
    }
    throw new ResultReader.NotThereException(
        "There is no \"" + name + "\" at \"" + path + "\", which " + described(value) + ".");
  }

  private static String described(@Nullable Object value) {
    if (value instanceof Map<?, ?> object) {
      List<String> names = object.keySet().stream().limit(MAX_NAMES).map(String::valueOf).toList();
      return object.isEmpty()
          ? "is an empty object"
          : "has the members "
              + String.join(", ", names)
              + (object.size() > MAX_NAMES ? " ..." : "");
    }
    return value instanceof Collection<?> array
        ? "is an array of " + array.size()
        : "is neither an object nor an array";
  }
}
