package io.mcpbridge.internal.concurrent;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchedulerTest {

  private final Scheduler scheduler = new Scheduler("test");

  @BeforeEach
  void waitForTasksOfOtherTests() {
    while (Timer.size() > 0) {
      Thread.onSpinWait();
    }
  }

  @AfterEach
  void close() {
    scheduler.close();
  }

  @Test
  void delayedWorkRunsOnAWorker() throws Exception {
    CompletableFuture<String> thread = new CompletableFuture<>();
    scheduler.schedule(
        Duration.ofMillis(1), () -> thread.complete(Thread.currentThread().getName()));
    assertThat(thread.get(60, SECONDS)).startsWith("mcp-test-");
  }

  @Test
  void blockedWorkerDoesNotDelayOtherTasks() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Boolean> executed = new CompletableFuture<>();
    scheduler.schedule(Duration.ZERO, () -> await(goOn));
    scheduler.schedule(Duration.ofMillis(1), () -> executed.complete(true));
    assertThat(executed.get(60, SECONDS)).isTrue();
    goOn.countDown();
  }

  @Test
  void cancelRemovesTaskFromTimer() {
    Future<?> late = scheduler.scheduleShort(Duration.ofDays(1), () -> {});
    assertThat(Timer.size()).isEqualTo(1);
    late.cancel(false);
    assertThat(Timer.size()).isZero();
    assertThat(late.isCancelled()).isTrue();
  }

  @Test
  void closeRemovesTasksFromTimer() {
    for (int day = 1; day < 5; day++) {
      scheduler.schedule(Duration.ofDays(day), () -> {});
    }
    assertThat(Timer.size()).isEqualTo(4);
    scheduler.close();
    scheduler.schedule(Duration.ofDays(1), () -> {});
    assertThat(Timer.size()).isZero();
  }

  @Test
  void dropsAndRejectsWorkAfterClose() {
    scheduler.close();
    AtomicBoolean ran = new AtomicBoolean();
    scheduler.execute(() -> ran.set(true));
    assertThat(ran).isFalse();
    assertThatThrownBy(() -> scheduler.workers().execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(scheduler.closing()).isDone();
  }

  @Test
  void shutdownLetsWorkInProgressComplete() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    scheduler.execute(
        () -> {
          begun.countDown();
          await(goOn);
          interrupted.complete(Thread.currentThread().isInterrupted());
        });
    assertThat(begun.await(60, SECONDS)).isTrue();
    scheduler.shutdown();
    goOn.countDown();
    assertThat(interrupted.get(60, SECONDS)).isFalse();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
