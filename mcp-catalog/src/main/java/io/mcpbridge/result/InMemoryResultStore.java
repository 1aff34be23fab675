package io.mcpbridge.result;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps results in memory: 64 MiB for one hour by default. Beyond the size, the least recently used
 * results are forgotten first. A result larger than a quarter of the size is refused, so that one
 * server cannot make the store forget the results of all others. Thread-safe.
 */
public final class InMemoryResultStore implements ResultStore {

  /** A result may use one of this many parts of the store. */
  private static final int PARTS = 4;

  private final long maxBytes;
  private final Duration timeToLive;
  private final Clock clock;

  /** In order of use. */
  private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  private long bytes;

  private InMemoryResultStore(Builder settings) {
    this.maxBytes = settings.maxBytes;
    this.timeToLive = settings.timeToLive;
    this.clock = settings.clock;
  }

  private record Entry(String content, long bytes, Instant endsAt) {}

  /** A store with the defaults. */
  public static InMemoryResultStore create() {
    return builder().build();
  }

  /** Creates a builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public boolean save(String key, String content) {
    long size = bytes(content);
    if (size > maxBytes / PARTS) {
      return false;
    }
    Instant now = clock.instant();
    synchronized (this) {
      removeEnded(now);
      Entry before = entries.put(key, new Entry(content, size, now.plus(timeToLive)));
      bytes += size - (before == null ? 0 : before.bytes());
      Iterator<Entry> oldest = entries.values().iterator();
      while (bytes > maxBytes) {
        bytes -= oldest.next().bytes();
        oldest.remove();
      }
      return true;
    }
  }

  @Override
  public synchronized @Nullable String find(String key) {
    Entry entry = entries.get(key);
    if (entry == null || entry.endsAt().isAfter(clock.instant())) {
      return entry == null ? null : entry.content();
    }
    entries.remove(key);
    bytes -= entry.bytes();
    return null;
  }

  private void removeEnded(Instant now) {
    Iterator<Entry> all = entries.values().iterator();
    while (all.hasNext()) {
      Entry entry = all.next();
      if (!entry.endsAt().isAfter(now)) {
        bytes -= entry.bytes();
        all.remove();
      }
    }
  }

  /** The JVM stores text of Latin-1 in one byte per character (JEP 254). */
  private static long bytes(String content) {
    for (int i = 0; i < content.length(); i++) {
      if (content.charAt(i) > 0xFF) {
        return 2L * content.length();
      }
    }
    return content.length();
  }

  @Override
  public String toString() {
    return "InMemoryResultStore[" + maxBytes + " bytes, " + timeToLive + "]";
  }

  /** Builds a store. */
  public static final class Builder extends ResultStoreBuilder<Builder> {

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /** Builds the store. */
    public InMemoryResultStore build() {
      return new InMemoryResultStore(this);
    }
  }
}
