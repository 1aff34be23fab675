package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OnceTest {

  private final Schedule schedule = new Schedule();

  @AfterEach
  void close() {
    schedule.close();
  }

  @Test
  void whatIsDueAlreadyIsNotAskedWhenItWouldBe() {
    AtomicInteger asked = new AtomicInteger();
    Once once = new Once(schedule, () -> {});

    for (int i = 0; i < 20; i++) {
      once.after(
          () -> {
            asked.incrementAndGet();
            return Duration.ofMinutes(1);
          });
    }

    assertThat(asked).hasValue(1);
  }

  @Test
  void whatIsAskedForWhileItRunsIsDoneAgain() throws Exception {
    CountDownLatch runs = new CountDownLatch(2);
    Once[] once = new Once[1];
    once[0] =
        new Once(
            schedule,
            () -> {
              runs.countDown();
              if (runs.getCount() > 0) {
                once[0].after(Duration.ZERO);
              }
            });

    once[0].after(Duration.ZERO);

    assertThat(runs.await(10, TimeUnit.SECONDS)).isTrue();
  }
}
