package io.mcpbridge.catalog.internal.truncation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Describes the structure of a JSON value in a few words, so that a model knows where to read:
 * {@code {"rows": [10000 of {"id": number, "name": string}]}}.
 */
public final class JsonShape {

  private static final int MAX_DEPTH = 4;
  private static final int MAX_MEMBERS = 20;
  private static final int MAX_NAME_LENGTH = 60;

  private JsonShape() {}

  /**
   * Describes a value, with less detail if it is long otherwise.
   *
   * @param maxCharacters maximum number of characters
   * @return empty if even the least detail is longer
   */
  public static String of(@Nullable Object value, int maxCharacters) {
    for (int depth = MAX_DEPTH; depth >= 0; depth--) {
      for (int members = MAX_MEMBERS; members > 0; members /= 2) {
        String shape = describe(value, depth, members);
        if (shape.length() <= maxCharacters) {
          return shape;
        }
      }
    }
    return "";
  }

  /** The number of elements or members of the largest array or object near the root. */
  public static int items(@Nullable Object value) {
    if (value instanceof Collection<?> array) {
      return array.size();
    }
    if (value instanceof Map<?, ?> object) {
      return object.values().stream()
          .mapToInt(member -> member instanceof Collection<?> array ? array.size() : 0)
          .reduce(object.size(), Math::max);
    }
    return 1;
  }

  private static String describe(@Nullable Object value, int depth, int members) {
    if (value instanceof Map<?, ?> object) {
      return depth == 0 ? object.size() + " members" : object(object, depth, members);
    }
    if (value instanceof Collection<?> array) {
      if (array.isEmpty()) {
        return "[]";
      }
      return depth == 0 || !array.iterator().hasNext() // an excerpt without its elements
          ? "[" + array.size() + "]"
          : "[" + array.size() + " of " + element(array, depth, members) + "]";
    }
    if (value instanceof String) {
      return "string";
    }
    return value == null ? "null" : value instanceof Boolean ? "boolean" : "number";
  }

  /** The first element stands for the others. */
  private static String element(Collection<?> array, int depth, int members) {
    return describe(array.iterator().next(), depth - 1, members);
  }

  private static String object(Map<?, ?> object, int depth, int members) {
    List<String> described = new ArrayList<>();
    for (Map.Entry<?, ?> member : object.entrySet()) {
      if (described.size() == members) {
        described.add("... " + (object.size() - members) + " more");
        break;
      }
      String name = String.valueOf(member.getKey());
      String shown = name.length() <= MAX_NAME_LENGTH ? name : name.substring(0, MAX_NAME_LENGTH);
      described.add('"' + shown + "\": " + describe(member.getValue(), depth - 1, members));
    }
    return "{" + String.join(", ", described) + "}";
  }
}
