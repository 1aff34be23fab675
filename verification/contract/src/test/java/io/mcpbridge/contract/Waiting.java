package io.mcpbridge.contract;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Polls for conditions that have no event to wait for. */
final class Waiting {

  private static final Duration AT_MOST = Duration.ofSeconds(60);

  private Waiting() {}

  static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + AT_MOST.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("the condition was not met within " + AT_MOST);
      }
      LockSupport.parkNanos(5_000_000);
    }
  }
}
