package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DebouncedTaskTest {

  private final CatalogScheduler schedule = new CatalogScheduler();

  @AfterEach
  void close() {
    schedule.close();
  }

  @Test
  void whatIsDueAlreadyIsNotAskedWhenItWouldBe() {
    AtomicInteger asked = new AtomicInteger();
    DebouncedTask debouncedTask = new DebouncedTask(schedule, () -> {});

    for (int i = 0; i < 20; i++) {
      debouncedTask.after(
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
    DebouncedTask[] debouncedTask = new DebouncedTask[1];
    debouncedTask[0] =
        new DebouncedTask(
            schedule,
            () -> {
              runs.countDown();
              if (runs.getCount() > 0) {
                debouncedTask[0].after(Duration.ZERO);
              }
            });

    debouncedTask[0].after(Duration.ZERO);

    assertThat(runs.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whatIsDueIsBroughtForwardAndNeverPutOff() throws Exception {
    CountDownLatch runs = new CountDownLatch(1);
    DebouncedTask debouncedTask = new DebouncedTask(schedule, runs::countDown);

    debouncedTask.after(Duration.ofMinutes(10));
    Instant late = debouncedTask.due();
    debouncedTask.after(Duration.ofMinutes(20));
    assertThat(debouncedTask.due()).isEqualTo(late);
    debouncedTask.after(Duration.ZERO);

    assertThat(runs.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(debouncedTask.due()).isNull();
  }

  /** As when a server whose initialization takes a minute is restarted again and again. */
  @Test
  void oneThreadAtMostIsAtItHoweverOftenItIsAskedFor() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger atIt = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Semaphore runs = new Semaphore(0);
    DebouncedTask debouncedTask =
        new DebouncedTask(
            schedule,
            () -> {
              most.accumulateAndGet(atIt.incrementAndGet(), Math::max);
              runs.release();
              try {
                goOn.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              atIt.decrementAndGet();
            });
    debouncedTask.after(Duration.ZERO);
    assertThat(runs.tryAcquire(10, TimeUnit.SECONDS)).isTrue();

    for (int i = 0; i < 5; i++) {
      debouncedTask.after(Duration.ZERO);
      while (debouncedTask.due() != null) {
        Thread.onSpinWait(); // until it is due, which is at once
      }
    }
    goOn.countDown();

    assertThat(runs.tryAcquire(10, TimeUnit.SECONDS)).as("done again").isTrue();
    debouncedTask.after(Duration.ZERO);
    assertThat(runs.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    assertThat(most).hasValue(1);
    assertThat(runs.availablePermits()).as("once for all five").isZero();
  }

  /** As when a user signs out in one tab while another waits for their tools. */
  @Test
  void whoWaitsForWhatNeverBeginsWaitsNoLongerThanTheCatalogIsOpen() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    DebouncedTask debouncedTask =
        new DebouncedTask(
            schedule,
            () -> {
              begun.countDown();
              while (goOn.getCount() > 0) {
                try {
                  goOn.await();
                } catch (InterruptedException e) {
                  // closing a server takes a while
                }
              }
            });
    debouncedTask.after(Duration.ZERO);
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
    CompletableFuture<Void> next = debouncedTask.now();
    assertThat(next).isNotDone();

    schedule.close();

    next.get(10, TimeUnit.SECONDS);
    debouncedTask.now().get(10, TimeUnit.SECONDS);
    goOn.countDown();
  }
}
