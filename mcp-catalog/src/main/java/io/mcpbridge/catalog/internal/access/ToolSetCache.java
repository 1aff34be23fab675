package io.mcpbridge.catalog.internal.access;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What was made of sets of tools, while their catalogs are open: those of a closed catalog, which
 * may refer to its user, are evicted. Thread-safe; reads take no lock.
 *
 * @param <K> the sets, and whatever else a value depends on
 */
public final class ToolSetCache<K, V> {

  /** Beyond this number, the least recently used entries are evicted. */
  public static final int MAX_ENTRIES = 1_000;

  /** Maximum number of tools in all values together. */
  private static final int MAX_TOOLS = 100_000;

  private final Function<? super K, ? extends Collection<? extends AutoCloseable>> catalogs;
  private final ToIntFunction<? super V> size;
  private final BiConsumer<Integer, Long> onFull;
  private final Map<K, Entry<V>> entries = new ConcurrentHashMap<>();

  /** A field, because catalogs refer to it weakly. */
  private final Consumer<Object> forgetting = this::forget;

  private static final class Entry<V> {

    private final V value;
    private volatile long usedAt = System.nanoTime();

    Entry(V value) {
      this.value = value;
    }
  }

  private record Candidate<K>(K key, int size, long unusedNanos) {}

  /**
   * @param catalogs the catalogs of the sets
   * @param size the number of tools in a value
   * @param onFull receives the numbers of entries and tools before an eviction
   */
  public ToolSetCache(
      Function<? super K, ? extends Collection<? extends AutoCloseable>> catalogs,
      ToIntFunction<? super V> size,
      BiConsumer<Integer, Long> onFull) {
    this.catalogs = catalogs;
    this.size = size;
    this.onFull = onFull;
  }

  /** The same, for values whose number alone matters. */
  public ToolSetCache(Function<? super K, ? extends Collection<? extends AutoCloseable>> catalogs) {
    this(catalogs, value -> 0, (count, tools) -> {});
  }

  public @Nullable V get(K key) {
    Entry<V> entry = entries.get(key);
    if (entry == null) {
      return null;
    }
    entry.usedAt = System.nanoTime();
    return entry.value;
  }

  /** The value of a key; the first one if several threads make it. */
  public V computeIfAbsent(K key, Supplier<? extends V> supplier) {
    V existing = get(key);
    if (existing != null) {
      return existing;
    }
    makeRoom();
    V created = supplier.get();
    Entry<V> first = entries.putIfAbsent(key, new Entry<>(created));
    awaitClose(key);
    return first == null ? created : first.value;
  }

  public void put(K key, V value) {
    if (!entries.containsKey(key)) {
      makeRoom();
    }
    entries.put(key, new Entry<>(value));
    awaitClose(key);
  }

  /** A copy of the current entries. */
  public Map<K, V> entries() {
    Map<K, V> copy = new HashMap<>();
    entries.forEach((key, entry) -> copy.put(key, entry.value));
    return copy;
  }

  private void awaitClose(K key) {
    catalogs.apply(key).forEach(catalog -> CatalogInternals.of(catalog).whenClosed(forgetting));
  }

  private void forget(Object closed) {
    entries.keySet().removeIf(key -> catalogs.apply(key).contains(closed));
  }

  private void makeRoom() {
    long tools = entries.values().stream().mapToLong(entry -> size.applyAsInt(entry.value)).sum();
    if (entries.size() < MAX_ENTRIES && tools < MAX_TOOLS) {
      return;
    }
    onFull.accept(entries.size(), tools);
    long now = System.nanoTime();
    List<Candidate<K>> longestUnusedFirst =
        entries.entrySet().stream()
            .map(
                entry ->
                    new Candidate<>(
                        entry.getKey(),
                        size.applyAsInt(entry.getValue().value),
                        now - entry.getValue().usedAt))
            .sorted(Comparator.<Candidate<K>>comparingLong(Candidate::unusedNanos).reversed())
            .toList();
    for (Candidate<K> candidate : longestUnusedFirst) {
      if (entries.size() <= MAX_ENTRIES * 3 / 4 && tools <= MAX_TOOLS * 3 / 4) {
        return;
      }
      entries.remove(candidate.key());
      tools -= candidate.size();
    }
  }
}
