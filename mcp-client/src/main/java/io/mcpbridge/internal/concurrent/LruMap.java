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

  public LruMap(int most) {
    entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
          }
        };
  }

  public synchronized @Nullable V get(K key) {
    return entries.get(key);
  }

  public synchronized V getOrMake(K key, Supplier<V> make) {
    return entries.computeIfAbsent(key, any -> make.get());
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

  /** Removes all entries whose key matches. */
  public synchronized List<V> takeAll(Predicate<? super K> isSuch) {
    List<K> keys = entries.keySet().stream().filter(isSuch).toList();
    return keys.stream().map(entries::remove).toList();
  }

  /** Removes the entry if its value matches. */
  public synchronized @Nullable V takeIf(K key, Predicate<? super V> isSuch) {
    V value = entries.get(key);
    return value != null && isSuch.test(value) ? entries.remove(key) : null;
  }
}
