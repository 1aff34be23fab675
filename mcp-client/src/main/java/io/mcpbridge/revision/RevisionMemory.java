package io.mcpbridge.revision;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers detected protocol revisions, so that a reconnect does not probe again. Keyed by the
 * full address, because a gateway may host both eras under one origin. Bounded. Entries expire
 * after a day, because an upgraded server keeps accepting the old era. Thread-safe.
 */
public final class RevisionMemory {

  /** Default lifetime of an entry. */
  public static final Duration DEFAULT_LIFETIME = Duration.ofHours(24);

  private static final int MAX_ADDRESSES = 1_000;

  private final long lifetimeNanos;
  private final LongSupplier clock;
  private final Map<String, Dated> verdicts =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Dated> eldest) {
          return size() > MAX_ADDRESSES;
        }
      };

  /** Creates a memory with the default lifetime. */
  public RevisionMemory() {
    this(DEFAULT_LIFETIME);
  }

  /** Creates a memory with this lifetime. */
  public RevisionMemory(Duration lifetime) {
    this(lifetime, System::nanoTime);
  }

  RevisionMemory(Duration lifetime, LongSupplier clock) {
    this.lifetimeNanos = lifetime.toNanos();
    this.clock = clock;
  }

  synchronized @Nullable Verdict recall(String address) {
    Dated known = verdicts.get(address);
    if (known != null && clock.getAsLong() - known.since() >= lifetimeNanos) {
      verdicts.remove(address);
      return null;
    }
    return known == null ? null : known.verdict();
  }

  synchronized void remember(String address, Verdict verdict) {
    Dated known = verdicts.get(address);
    if (known == null || !known.verdict().equals(verdict)) {
      verdicts.put(address, new Dated(verdict, clock.getAsLong()));
    }
  }

  synchronized void forget(String address) {
    verdicts.remove(address);
  }

  private record Dated(Verdict verdict, long since) {}
}
