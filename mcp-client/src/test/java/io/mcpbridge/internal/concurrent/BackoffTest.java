package io.mcpbridge.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {

  @Test
  void doublesDelayUpToOneMinute() {
    Backoff backoff = new Backoff(Duration.ofMillis(200));

    for (long step = 200; step < 60_000; step *= 2) {
      assertThat(backoff.next()).isBetween(Duration.ofMillis(step / 2), Duration.ofMillis(step));
    }
    for (int i = 0; i < 100; i++) {
      assertThat(backoff.next()).isBetween(Duration.ofSeconds(30), Backoff.MAX_DELAY);
    }
    backoff.reset();
    assertThat(backoff.next()).isLessThanOrEqualTo(Duration.ofMillis(200));
  }

  @Test
  void doublesDelayUpToMaximum() {
    Backoff backoff = new Backoff(Duration.ofDays(1), Duration.ofDays(3));

    assertThat(backoff.next()).isBetween(Duration.ofHours(12), Duration.ofDays(1));
    assertThat(backoff.next()).isBetween(Duration.ofDays(1), Duration.ofDays(2));
    for (int i = 0; i < 100; i++) {
      assertThat(backoff.next()).isBetween(Duration.ofHours(36), Duration.ofDays(3));
    }
  }
}
