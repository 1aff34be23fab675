package io.mcpbridge.thread;

import java.time.Duration;
import java.util.concurrent.Future;

/**
 * The shared timer for connections and call timeouts. Its daemon thread exists only while a task is
 * scheduled.
 */
public final class SharedTimer {

  private static final Timer TIMER = new Timer("mcp-timer");

  private SharedTimer() {}

  /** Schedules a short task; cancel the future to remove it. */
  public static Future<?> plan(long nanos, Runnable task) {
    return TIMER.plan(Duration.ofNanos(nanos), task);
  }

  /** Schedules a short task. */
  public static void after(Duration delay, Runnable task) {
    Future<?> unused = TIMER.plan(delay, task);
  }
}
