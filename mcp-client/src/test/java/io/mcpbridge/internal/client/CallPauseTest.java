package io.mcpbridge.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CallPauseTest {

  private final CallPause pause = new CallPause();
  private final AtomicInteger checks = new AtomicInteger();

  @Test
  void endsDespiteContinuousTasks() {
    long longest = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    pause.begin(Duration.ofMillis(100).toNanos());
    pause.add(() -> addAgainUntil(longest));

    assertThat(pause.rest(checks::incrementAndGet)).isNull();
    assertThat(System.nanoTime() - longest).isNegative();
  }

  private void addAgainUntil(long longest) {
    if (System.nanoTime() - longest < 0) {
      pause.add(() -> addAgainUntil(longest));
    }
  }

  @Test
  void lastsAfterItsTasks() {
    AtomicInteger ran = new AtomicInteger();
    pause.add(ran::incrementAndGet);
    pause.begin(Duration.ofHours(1).toNanos());

    assertThat(pause.rest(checks::incrementAndGet)).isNotNull();
    assertThat(ran).hasValue(1);
    assertThat(checks).hasValue(1);
  }

  @Test
  void isOverUnlessBegun() {
    assertThat(pause.rest(checks::incrementAndGet)).isNull();
    assertThat(checks).hasValue(0);
  }
}
