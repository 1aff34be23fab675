package io.mcpbridge.catalog;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work to be done later that is asked for often, due at most once at a time and done once at a
 * time: however often it is asked for, one thread at most is at it.
 */
final class Once {

  private final Schedule schedule;
  private final Runnable work;
  private @Nullable Plan plan;
  private boolean running;
  private boolean again;

  /** Done when the run is over that begins next. */
  private CompletableFuture<Void> next = new CompletableFuture<>();

  Once(Schedule schedule, Runnable work) {
    this.schedule = schedule;
    this.work = work;
  }

  /** When it is to be done; the time on the monotonic clock, and for people. */
  private record Plan(long nanoTime, Instant at) {

    static Plan in(Duration delay) {
      return new Plan(System.nanoTime() + delay.toNanos(), Instant.now().plus(delay));
    }
  }

  /** Asks for it. What is due later is brought forward, and what is due earlier stays. */
  synchronized void after(Duration delay) {
    Plan wanted = Plan.in(delay);
    if (plan == null || wanted.nanoTime() - plan.nanoTime() < 0) {
      plan(wanted, delay);
    }
  }

  /** Asks for it at once; done when a run that has begun since is over, or none can begin. */
  synchronized CompletableFuture<Void> now() {
    CompletableFuture<Void> over = next;
    after(Duration.ZERO);
    return CompletableFuture.anyOf(over, schedule.over()).thenRun(() -> {});
  }

  /** Asks for it; does nothing, and does not ask for the delay, if it is due already. */
  synchronized void after(Supplier<Duration> delay) {
    if (plan == null) {
      Duration pause = delay.get();
      plan(Plan.in(pause), pause);
    }
  }

  /** When it is due; {@code null} if it is not. */
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
        return; // was brought forward
      }
      // Cleared before the work: what is asked for while it runs is a reason to do it again.
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
