package io.mcpbridge.internal.concurrent;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Coalesces requests to run one piece of background work: at most one run is scheduled, and at most
 * one is in progress. A request during a run leads to another run.
 */
public final class Debouncer {

  /** The maximum time for which {@link #runWhenQuiet} postpones a run again and again. */
  static final Duration MAX_DELAY = Duration.ofSeconds(2);

  /** When a run for which there was no thread is tried again. */
  static final Duration RETRY = Duration.ofSeconds(2);

  private enum State {
    IDLE,
    SUBMITTED,
    RUNNING,
    RUNNING_AGAIN
  }

  private final Clock clock;
  private final Runnable work;
  private @Nullable ScheduledRun next;
  private @Nullable Future<?> timer;
  private State state = State.IDLE;

  /** Completes after the next run. */
  private CompletableFuture<Void> nextCompletion = new CompletableFuture<>();

  /**
   * @param work runs on a worker of the scheduler
   */
  public Debouncer(Scheduler scheduler, Runnable work) {
    this(new SchedulerClock(scheduler), work);
  }

  Debouncer(Clock clock, Runnable work) {
    this.clock = clock;
    this.work = work;
  }

  /** Time and threads, which a test controls. */
  interface Clock {

    long nanoTime();

    /** Runs a short task after the delay. */
    Future<?> schedule(Duration delay, Runnable task);

    /** Runs the work on a worker. */
    void execute(Runnable work);

    /** Completes when no further work will run. */
    CompletableFuture<Void> closing();
  }

  private record SchedulerClock(Scheduler scheduler) implements Clock {

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public Future<?> schedule(Duration delay, Runnable task) {
      return scheduler.scheduleShort(delay, task);
    }

    @Override
    public void execute(Runnable work) {
      scheduler.execute(work);
    }

    @Override
    public CompletableFuture<Void> closing() {
      return scheduler.closing();
    }
  }

  /**
   * @param due when to run, on the monotonic clock
   * @param latest until when further requests may postpone it
   * @param scheduledAt when to run, for display
   */
  private record ScheduledRun(long due, long latest, Instant scheduledAt) {}

  /** Requests a run after the delay; an earlier one stays. */
  public synchronized void runAfter(Duration delay) {
    long due = clock.nanoTime() + delay.toNanos();
    if (next == null) {
      schedule(due, due);
    } else {
      schedule(earlier(next.due(), due), earlier(next.latest(), due));
    }
  }

  /** Requests a run, unless one is scheduled; evaluates the delay only in that case. */
  public synchronized void runAfter(Supplier<Duration> delay) {
    if (next == null) {
      runAfter(delay.get());
    }
  }

  /**
   * Requests a run once there has been no further request for that long. Requests postpone each
   * other for {@link #MAX_DELAY} at most, since some sources never stop.
   */
  public synchronized void runWhenQuiet(Duration quiet) {
    long now = clock.nanoTime();
    long due = now + quiet.toNanos();
    long latest = now + Math.max(quiet.toNanos(), MAX_DELAY.toNanos());
    if (next != null) {
      latest = earlier(next.latest(), latest);
    }
    schedule(earlier(due, latest), latest);
  }

  /**
   * Requests a run at once; completes after a run that started since, or when none can start
   * because the scheduler is closed.
   */
  public synchronized CompletableFuture<Void> runNow() {
    CompletableFuture<Void> after = nextCompletion;
    runAfter(Duration.ZERO);
    return CompletableFuture.anyOf(after, clock.closing()).thenRun(() -> {});
  }

  /** When the next run is due; {@code null} if none is scheduled. */
  public synchronized @Nullable Instant due() {
    return next == null ? null : next.scheduledAt();
  }

  private static long earlier(long a, long b) {
    return a - b < 0 ? a : b;
  }

  private void schedule(long due, long latest) {
    ScheduledRun before = next;
    if (before != null && before.due() == due) {
      next = new ScheduledRun(due, latest, before.scheduledAt());
      return;
    }
    long remaining = Math.max(0, due - clock.nanoTime());
    next = new ScheduledRun(due, latest, Instant.now().plusNanos(remaining));
    if (remaining == 0) {
      submit();
    } else if (before == null || due - before.due() < 0) {
      startTimer(remaining); // a run that was postponed is scheduled again when the timer fires
    }
  }

  private void startTimer(long nanos) {
    stopTimer();
    timer = clock.schedule(Duration.ofNanos(nanos), this::timerFired);
  }

  private void stopTimer() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }

  private synchronized void timerFired() {
    if (next == null) {
      return; // submitted meanwhile
    }
    long remaining = next.due() - clock.nanoTime();
    if (remaining > 0) {
      startTimer(remaining);
    } else {
      submit();
    }
  }

  private void submit() {
    stopTimer();
    next = null; // before the work, so that a request during the run leads to another one
    if (state == State.IDLE) {
      execute();
    } else if (state == State.RUNNING) {
      state = State.RUNNING_AGAIN;
    }
  }

  private void execute() {
    state = State.SUBMITTED;
    try {
      clock.execute(this::run);
    } catch (Throwable e) { // such as an OutOfMemoryError, because there can be no more threads
      state = State.IDLE;
      runAfter(RETRY);
      throw e;
    }
  }

  private void run() {
    CompletableFuture<Void> thisRun = begun();
    try {
      work.run();
    } finally {
      try {
        ended();
      } finally {
        thisRun.complete(null);
      }
    }
  }

  private synchronized CompletableFuture<Void> begun() {
    state = State.RUNNING;
    CompletableFuture<Void> thisRun = nextCompletion;
    nextCompletion = new CompletableFuture<>();
    return thisRun;
  }

  private synchronized void ended() {
    boolean again = state == State.RUNNING_AGAIN;
    state = State.IDLE;
    if (again) {
      execute();
    }
  }
}
