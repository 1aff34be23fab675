package io.mcpbridge.result;

import java.time.Duration;

/** The defaults of all stores, and the checks of their settings. */
final class StoreLimits {

  static final long MAX_BYTES = 64L * 1024 * 1024;
  static final Duration TIME_TO_LIVE = Duration.ofHours(1);

  private StoreLimits() {}

  static long positive(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("max-size must be positive: " + bytes);
    }
    return bytes;
  }

  static Duration positive(Duration time) {
    if (time.isZero() || time.isNegative()) {
      throw new IllegalArgumentException("time-to-live must be positive: " + time);
    }
    return time;
  }
}
