package io.mcpbridge.internal.text;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stands for a value that cannot be used, within an entry of a list (tools, prompts, resources), so
 * that the other entries can be. Anywhere else such a value makes the whole message unusable.
 *
 * @param reason why, such as {@code a number has a larger exponent than 10000}
 */
public record UnusableJson(String reason) {

  /** The first one in a value; {@code null} if all of it can be used. */
  public static @Nullable UnusableJson firstIn(@Nullable Object value) {
    if (value instanceof UnusableJson unusable) {
      return unusable;
    }
    Collection<?> values =
        value instanceof Map<?, ?> object
            ? object.values()
            : value instanceof Collection<?> array ? array : null;
    if (values != null) {
      for (Object element : values) {
        UnusableJson unusable = firstIn(element);
        if (unusable != null) {
          return unusable;
        }
      }
    }
    return null;
  }
}
