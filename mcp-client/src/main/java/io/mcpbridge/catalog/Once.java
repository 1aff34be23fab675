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
final class Once {

  private final Schedule schedule;
  private final Runnable work;
  private @Nullable Plan plan;
  private boolean running;
  private boolean again;

  /** Completes after the next run. */
  private CompletableFuture<Void> next = new CompletableFuture<>();

  Once(Schedule schedule, Runnable work) {
    this.schedule = schedule;
    this.work = work;
  }

  /** When the task is due: on the monotonic clock, and as an instant for display. */
  private record Plan(long nanoTime, Instant at) {

    static Plan in(Duration delay) {
      return new Plan(System.nanoTime() + delay.toNanos(), Instant.now().plus(delay));
    }
  }

  /** Requests a run. Moves a later run forward; an earlier one stays. */
  synchronized void after(Duration delay) {
    Plan wanted = Plan.in(delay);
    if (plan == null || wanted.nanoTime() - plan.nanoTime() < 0) {
      plan(wanted, delay);
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
    if (plan == null) {
      Duration pause = delay.get();
      plan(Plan.in(pause), pause);
    }
  }

  /** When the next run is due; {@code null} if none is. */
  synchronized @Nullable Instant due() {
    return plan == null ? null : plan.at();
  }

  private void plan(Plan next, Duration delay) {
    plan = next;
    schedule.after(delay, () -> begin(next));
  }

  private void begin(Plan planned) {
    synchronized (this) {
      if (!planned.equals(plan)) {
        return; // was moved forward
      }
      // Cleared before the work, so that a request during the run leads to another one.
      plan = null;
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
