package io.mcpbridge.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The few members of a JSON object, in order and unmodifiable. Needs a fifth of the heap of a
 * {@link java.util.LinkedHashMap}, and objects with the same names share them.
 */
final class CompactMap extends AbstractMap<String, @Nullable Object> {

  /** Up to this number, comparing all names is as fast as hashing. */
  static final int MAX_SIZE = 8;

  private final String[] names;
  private final @Nullable Object[] values;

  CompactMap(String[] names, @Nullable Object[] values) {
    this.names = names;
    this.values = values;
  }

  private int index(@Nullable Object name) {
    int hash = Objects.hashCode(name); // strings keep theirs
    for (int i = 0; i < names.length; i++) {
      if (names[i].hashCode() == hash && names[i].equals(name)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public @Nullable Object get(@Nullable Object name) {
    int index = index(name);
    return index < 0 ? null : values[index];
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return index(name) >= 0;
  }

  @Override
  public int size() {
    return names.length;
  }

  @Override
  public void forEach(BiConsumer<? super String, ? super @Nullable Object> action) {
    for (int i = 0; i < names.length; i++) {
      action.accept(names[i], values[i]);
    }
  }

  @Override
  public Set<Map.Entry<String, @Nullable Object>> entrySet() {
    return new Entries();
  }

  private final class Entries extends AbstractSet<Map.Entry<String, @Nullable Object>> {

    @Override
    public int size() {
      return names.length;
    }

    @Override
    public Iterator<Map.Entry<String, @Nullable Object>> iterator() {
      return new Iterator<>() {
        private int next;

        @Override
        public boolean hasNext() {
          return next < names.length;
        }

        @Override
        public Map.Entry<String, @Nullable Object> next() {
          if (next == names.length) {
            throw new NoSuchElementException();
          }
          int index = next++;
          return new SimpleImmutableEntry<>(names[index], values[index]);
        }
      };
    }
  }
}
