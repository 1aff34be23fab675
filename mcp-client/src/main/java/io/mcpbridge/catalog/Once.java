package io.mcpbridge.catalog;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Work to be done later that is asked for often and due at most once at a time. */
final class Once {

  private final Schedule schedule;
  private final Runnable work;
  private final AtomicBoolean due = new AtomicBoolean();

  Once(Schedule schedule, Runnable work) {
    this.schedule = schedule;
    this.work = work;
  }

  /** Asks for it; does nothing if it is due already. */
  void after(Duration delay) {
    after(() -> delay);
  }

  /** The same; the delay is asked for only if it is not due already. */
  void after(Supplier<Duration> delay) {
    if (due.compareAndSet(false, true)) {
      schedule.after(delay.get(), this::run);
    }
  }

  private void run() {
    // Cleared before the work: what is asked for while it runs is a reason to do it again.
    due.set(false);
    work.run();
  }
}
