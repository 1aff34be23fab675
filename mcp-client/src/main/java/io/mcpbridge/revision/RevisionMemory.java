package io.mcpbridge.revision;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about servers, so that a reconnect need not probe again. Keyed by the full
 * address, because a gateway may host both eras under one origin; bounded; forgotten after a day,
 * because a server that was updated never refuses the old way by itself. Thread-safe.
 */
public final class RevisionMemory {

  /** How long a verdict is believed. */
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

  /** A memory that keeps verdicts for a day. */
  public RevisionMemory() {
    this(DEFAULT_LIFETIME);
  }

  /** A memory that keeps verdicts this long. */
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
