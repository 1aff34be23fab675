package io.mcpbridge.result;

import java.time.Clock;
import java.time.Duration;

/**
 * The settings that all result stores share. Not thread-safe.
 *
 * @param <B> the builder itself
 */
public abstract sealed class ResultStoreBuilder<B extends ResultStoreBuilder<B>>
    permits FileResultStore.Builder, InMemoryResultStore.Builder, JdbcResultStore.Builder {

  private static final long MAX_BYTES = 64L * 1024 * 1024;
  private static final Duration TIME_TO_LIVE = Duration.ofHours(1);

  long maxBytes = MAX_BYTES;
  Duration timeToLive = TIME_TO_LIVE;
  Clock clock = Clock.systemUTC();

  ResultStoreBuilder() {}

  abstract B self();

  /**
   * The maximum size in bytes, default 64 MiB: of all results in memory or in the directory; in a
   * table, of one result.
   *
   * @throws IllegalArgumentException if not positive
   */
  public B maxBytes(long size) {
    if (size <= 0) {
      throw new IllegalArgumentException("ResultStoreBuilder.maxBytes must be positive: " + size);
    }
    this.maxBytes = size;
    return self();
  }

  /**
   * How long a result is kept, default one hour.
   *
   * @throws IllegalArgumentException if not positive
   */
  public B timeToLive(Duration time) {
    if (time.isZero() || time.isNegative()) {
      throw new IllegalArgumentException("ResultStoreBuilder.timeToLive must be positive: " + time);
    }
    this.timeToLive = time;
    return self();
  }

  /** Measures the time to live, default the system's clock. */
  public B clock(Clock time) {
    this.clock = time;
    return self();
  }
}
