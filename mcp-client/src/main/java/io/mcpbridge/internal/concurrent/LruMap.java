package io.mcpbridge.internal.concurrent;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An LRU map with a maximum size. Thread-safe; holds its lock only briefly. */
public final class LruMap<K, V> {

  private final Map<K, V> entries;

  public LruMap(int maxSize) {
    entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > maxSize;
          }
        };
  }

  public synchronized @Nullable V get(K key) {
    return entries.get(key);
  }

  public synchronized V computeIfAbsent(K key, Supplier<V> supplier) {
    return entries.computeIfAbsent(key, missing -> supplier.get());
  }

  public synchronized List<V> values() {
    return List.copyOf(entries.values());
  }

  public synchronized void put(K key, V value) {
    entries.put(key, value);
  }

  public synchronized void remove(K key) {
    entries.remove(key);
  }

  /** Removes all entries whose key matches; returns their values. */
  public synchronized List<V> removeIf(Predicate<? super K> filter) {
    List<K> keys = entries.keySet().stream().filter(filter).toList();
    return keys.stream().map(entries::remove).toList();
  }

  /** Removes the entry if its value matches; returns that value, else {@code null}. */
  public synchronized @Nullable V remove(K key, Predicate<? super V> filter) {
    V value = entries.get(key);
    return value != null && filter.test(value) ? entries.remove(key) : null;
  }
}
