package io.mcpbridge.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DebouncerTest {

  private static final Duration QUIET = Duration.ofMillis(300);

  private final PriorityQueue<Scheduled> timer = new PriorityQueue<>();
  private final Queue<Runnable> workers = new ArrayDeque<>();
  private final CompletableFuture<Void> closing = new CompletableFuture<>();
  private long now = 5_000_000;
  private boolean canExecute = true;
  private int runs;
  private Runnable duringFirstRun = () -> {};
  private final Debouncer debouncer = new Debouncer(new TestClock(), this::run);

  private final class TestClock implements Debouncer.Clock {

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public Future<?> schedule(Duration delay, Runnable task) {
      Scheduled scheduled = new Scheduled(now + delay.toNanos(), new FutureTask<>(task, null));
      timer.add(scheduled);
      return scheduled.task();
    }

    @Override
    public void execute(Runnable work) {
      if (!canExecute) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      workers.add(work);
    }

    @Override
    public CompletableFuture<Void> closing() {
      return closing;
    }
  }

  private record Scheduled(long time, FutureTask<?> task) implements Comparable<Scheduled> {

    @Override
    public int compareTo(Scheduled other) {
      return Long.compare(time, other.time);
    }
  }

  private void run() {
    if (runs++ == 0) {
      duringFirstRun.run();
    }
  }

  /** Lets time pass; the workers are free. */
  private void pass(Duration time) {
    long end = now + time.toNanos();
    work();
    while (!timer.isEmpty() && timer.peek().time() <= end) {
      Scheduled next = timer.remove();
      now = next.time();
      next.task().run();
      work();
    }
    now = end;
  }

  private void work() {
    while (!workers.isEmpty()) {
      workers.remove().run();
    }
  }

  private void announceFor(Duration time) {
    for (Duration t = Duration.ZERO; t.compareTo(time) < 0; t = t.plusMillis(100)) {
      debouncer.runWhenQuiet(QUIET);
      pass(Duration.ofMillis(100));
    }
  }

  @Test
  void oneAnnouncementRunsOnceAfterTheQuietPeriod() {
    debouncer.runWhenQuiet(QUIET);
    pass(Duration.ofMillis(299));
    assertThat(runs).isZero();
    pass(Duration.ofMillis(1));
    assertThat(runs).isEqualTo(1);
    pass(Duration.ofMinutes(1));
    assertThat(runs).isEqualTo(1);
  }

  @Test
  void burstOfRequestsRunsOnce() {
    announceFor(Duration.ofMillis(1_000));
    assertThat(runs).isZero();
    pass(QUIET);
    assertThat(runs).isEqualTo(1);
    assertThat(timer).isEmpty();
  }

  @Test
  void anEndlessStreamOfAnnouncementsRunsEveryTwoSeconds() {
    announceFor(Duration.ofMillis(10_100));
    assertThat(runs).isBetween(4, 5);
  }

  @Test
  void requestDuringRunStartsAnotherRun() {
    duringFirstRun = () -> debouncer.runWhenQuiet(QUIET);
    debouncer.runWhenQuiet(QUIET);
    pass(Duration.ofSeconds(1));
    assertThat(runs).isEqualTo(2);
  }

  @Test
  void retriesRunIfNoThreadIsAvailable() {
    canExecute = false;
    assertThatThrownBy(debouncer::runNow).isInstanceOf(OutOfMemoryError.class);
    pass(Duration.ofSeconds(10));
    assertThat(runs).isZero();

    canExecute = true;
    pass(Debouncer.RETRY);
    assertThat(runs).isEqualTo(1);
    debouncer.runNow();
    pass(Duration.ZERO);
    assertThat(runs).isEqualTo(2);
  }

  @Test
  void keepsQuietPeriodLongerThanMaxDelay() {
    debouncer.runWhenQuiet(Duration.ofSeconds(30));
    pass(Duration.ofSeconds(29));
    assertThat(runs).isZero();
    pass(Duration.ofSeconds(1));
    assertThat(runs).isEqualTo(1);
  }

  @Test
  void requestDoesNotPostponeScheduledRun() {
    debouncer.runAfter(QUIET);
    pass(Duration.ofMillis(200));
    debouncer.runWhenQuiet(QUIET);
    pass(Duration.ofMillis(100));
    assertThat(runs).isEqualTo(1);
    pass(Duration.ofMinutes(1));
    assertThat(runs).isEqualTo(1);
  }

  @Test
  void requestBringsLaterRunForward() {
    debouncer.runAfter(Duration.ofMinutes(10));
    debouncer.runWhenQuiet(QUIET);
    pass(QUIET);
    assertThat(runs).isEqualTo(1);
    pass(Duration.ofMinutes(20));
    assertThat(runs).isEqualTo(1);
  }

  @Test
  void evaluatesDelayOnlyIfNoRunIsScheduled() {
    AtomicInteger evaluations = new AtomicInteger();
    for (int i = 0; i < 20; i++) {
      debouncer.runAfter(
          () -> {
            evaluations.incrementAndGet();
            return Duration.ofMinutes(1);
          });
    }
    assertThat(evaluations).hasValue(1);
  }

  @Test
  void bringsScheduledRunForwardButNeverPostponesIt() {
    debouncer.runAfter(Duration.ofMinutes(10));
    Instant late = debouncer.due();
    debouncer.runAfter(Duration.ofMinutes(20));
    assertThat(debouncer.due()).isEqualTo(late);
    debouncer.runAfter(Duration.ZERO);
    assertThat(debouncer.due()).isNull();
    pass(Duration.ofMinutes(30));
    assertThat(runs).isEqualTo(1);
  }

  @Test
  void requestsDuringARunLeadToOneMore() {
    duringFirstRun =
        () -> {
          for (int i = 0; i < 5; i++) {
            debouncer.runAfter(Duration.ZERO);
          }
          assertThat(workers).as("one run at a time").isEmpty();
        };
    debouncer.runAfter(Duration.ZERO);
    work();
    assertThat(runs).isEqualTo(2);
  }

  @Test
  void pendingRunCoversFurtherRequests() {
    debouncer.runAfter(Duration.ZERO);
    CompletableFuture<Void> over = debouncer.runNow();
    assertThat(over).isNotDone();
    work();
    assertThat(over).isDone();
    assertThat(runs).isEqualTo(1);
  }

  @Test
  void futureOfRequestDuringRunCompletesAfterNextRun() {
    CompletableFuture<?>[] next = new CompletableFuture<?>[1];
    duringFirstRun = () -> next[0] = debouncer.runNow();
    debouncer.runAfter(Duration.ZERO);
    workers.remove().run();
    assertThat(next[0]).isNotDone();
    work();
    assertThat(next[0]).isDone();
  }

  @Test
  void runsAgainAfterRunThrows() {
    duringFirstRun =
        () -> {
          debouncer.runAfter(Duration.ZERO);
          throw new IllegalStateException("fails");
        };
    CompletableFuture<Void> over = debouncer.runNow();
    try {
      work();
    } catch (IllegalStateException expected) {
      work();
    }
    assertThat(over).isDone();
    assertThat(runs).isEqualTo(2);
  }

  @Test
  void futureCompletesWhenSchedulerCloses() {
    duringFirstRun =
        () -> {
          CompletableFuture<Void> next = debouncer.runNow();
          assertThat(next).isNotDone();
          closing.complete(null);
          assertThat(next).isDone();
          assertThat(debouncer.runNow()).isDone();
        };
    debouncer.runAfter(Duration.ZERO);
    workers.remove().run();
    assertThat(runs).isEqualTo(1);
  }
}
