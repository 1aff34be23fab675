package io.mcpbridge.internal.revision.negotiation;

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
public final class RevisionCache {

  /** Default lifetime of an entry. */
  public static final Duration DEFAULT_LIFETIME = Duration.ofHours(24);

  private static final int MAX_ADDRESSES = 1_000;

  private final long lifetimeNanos;
  private final LongSupplier clock;
  private final Map<String, CachedRevision> verdicts =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, CachedRevision> eldest) {
          return size() > MAX_ADDRESSES;
        }
      };

  /** Creates a memory with the default lifetime. */
  public RevisionCache() {
    this(DEFAULT_LIFETIME);
  }

  /** Creates a memory with this lifetime. */
  public RevisionCache(Duration lifetime) {
    this(lifetime, System::nanoTime);
  }

  RevisionCache(Duration lifetime, LongSupplier clock) {
    this.lifetimeNanos = lifetime.toNanos();
    this.clock = clock;
  }

  synchronized @Nullable ProbeResult recall(String address) {
    CachedRevision cached = verdicts.get(address);
    if (cached != null && clock.getAsLong() - cached.since() >= lifetimeNanos) {
      verdicts.remove(address);
      return null;
    }
    return cached == null ? null : cached.verdict();
  }

  synchronized void remember(String address, ProbeResult verdict) {
    CachedRevision cached = verdicts.get(address);
    if (cached == null || !cached.verdict().equals(verdict)) {
      verdicts.put(address, new CachedRevision(verdict, clock.getAsLong()));
    }
  }

  synchronized void forget(String address) {
    verdicts.remove(address);
  }

  private record CachedRevision(ProbeResult verdict, long since) {}
}
