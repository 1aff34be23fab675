package io.mcpbridge.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CallPauseTest {

  private static final int MAX_TASKS = 100_000_000;

  private final CallPause pause = new CallPause();
  private final AtomicInteger checks = new AtomicInteger();
  private int tasks;

  @Test
  void endsDespiteContinuousTasks() {
    pause.begin(Duration.ofMillis(1).toNanos());
    addAgain();

    assertThat(pause.rest(checks::incrementAndGet)).isNull();
    assertThat(tasks).isLessThan(MAX_TASKS);
  }

  private void addAgain() {
    if (tasks++ < MAX_TASKS) {
      pause.add(this::addAgain);
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
