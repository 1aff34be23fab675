package io.mcpbridge.transport.stdio;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One daemon thread for everything in this package that must happen later; it starts when there is
 * something to wait for and ends soon after there is nothing more.
 */
final class SharedTimer {

  private static final Duration IDLE = Duration.ofMillis(200);
  private static final ScheduledThreadPoolExecutor TIMER = create();

  private SharedTimer() {}

  /** Runs a short task later, unless the plan is cancelled. */
  static Future<?> plan(long nanos, Runnable task) {
    return TIMER.schedule(task, nanos, TimeUnit.NANOSECONDS);
  }

  /** Runs a short task later. */
  static void after(Duration delay, Runnable task) {
    Future<?> unused = plan(delay.toNanos(), task);
  }

  private static ScheduledThreadPoolExecutor create() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(null, task, "mcp-stdio-timer", 0, false);
              thread.setDaemon(true);
              return thread;
            });
    timer.setKeepAliveTime(IDLE.toNanos(), TimeUnit.NANOSECONDS);
    timer.allowCoreThreadTimeOut(true);
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }
}
