package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Polls for conditions that have no event to wait for. */
final class Waiting {

  private static final Duration AT_MOST = Duration.ofSeconds(15);

  private Waiting() {}

  static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + AT_MOST.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("it has come to be in time").isLessThan(end);
      LockSupport.parkNanos(5_000_000);
    }
  }
}
