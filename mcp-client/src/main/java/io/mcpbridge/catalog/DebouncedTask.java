package io.mcpbridge.catalog;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A background task that coalesces requests: it is scheduled at most once and runs on at most one
 * thread at a time.
 */
final class DebouncedTask {

  private final CatalogScheduler schedule;
  private final Runnable work;
  private @Nullable PlannedRun plannedRun;
  private boolean running;
  private boolean again;

  /** Completes after the next run. */
  private CompletableFuture<Void> next = new CompletableFuture<>();

  DebouncedTask(CatalogScheduler schedule, Runnable work) {
    this.schedule = schedule;
    this.work = work;
  }

  /** When the task is due: on the monotonic clock, and as an instant for display. */
  private record PlannedRun(long nanoTime, Instant at) {

    static PlannedRun in(Duration delay) {
      return new PlannedRun(System.nanoTime() + delay.toNanos(), Instant.now().plus(delay));
    }
  }

  /** Requests a run. Moves a later run forward; an earlier one stays. */
  synchronized void after(Duration delay) {
    PlannedRun wanted = PlannedRun.in(delay);
    if (plannedRun == null || wanted.nanoTime() - plannedRun.nanoTime() < 0) {
      plannedRun(wanted, delay);
    }
  }

  /** Requests a run at once; completes after a run that started since, or when none can start. */
  synchronized CompletableFuture<Void> now() {
    CompletableFuture<Void> over = next;
    after(Duration.ZERO);
    return CompletableFuture.anyOf(over, schedule.over()).thenRun(() -> {});
  }

  /**
   * Requests a run. If the task is already scheduled, does nothing and does not evaluate the delay.
   */
  synchronized void after(Supplier<Duration> delay) {
    if (plannedRun == null) {
      Duration pause = delay.get();
      plannedRun(PlannedRun.in(pause), pause);
    }
  }

  /** When the next run is due; {@code null} if none is. */
  synchronized @Nullable Instant due() {
    return plannedRun == null ? null : plannedRun.at();
  }

  private void plannedRun(PlannedRun next, Duration delay) {
    plannedRun = next;
    schedule.after(delay, () -> begin(next));
  }

  private void begin(PlannedRun planned) {
    synchronized (this) {
      if (!planned.equals(plannedRun)) {
        return; // was moved forward
      }
      // Cleared before the work, so that a request during the run leads to another one.
      plannedRun = null;
      again = running;
      if (running) {
        return;
      }
      running = true;
    }
    run();
  }

  private void run() {
    CompletableFuture<Void> over = begun();
    try {
      work.run();
    } finally {
      over.complete(null);
      if (isToRunAgain()) {
        schedule.now(this::run);
      }
    }
  }

  private synchronized CompletableFuture<Void> begun() {
    CompletableFuture<Void> over = next;
    next = new CompletableFuture<>();
    return over;
  }

  private synchronized boolean isToRunAgain() {
    running = again;
    again = false;
    return running;
  }
}
