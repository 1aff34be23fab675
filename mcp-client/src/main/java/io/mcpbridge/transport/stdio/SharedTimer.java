package io.mcpbridge.transport.stdio;

import io.mcpbridge.thread.Timer;
import java.time.Duration;
import java.util.concurrent.Future;

/**
 * One daemon thread for everything in this package that must happen later; it starts when there is
 * something to wait for and ends soon after there is nothing more.
 */
final class SharedTimer {

  private static final Timer TIMER = new Timer("mcp-stdio-timer");

  private SharedTimer() {}

  /** Runs a short task later, unless the plan is cancelled. */
  static Future<?> plan(long nanos, Runnable task) {
    return TIMER.plan(Duration.ofNanos(nanos), task);
  }

  /** Runs a short task later. */
  static void after(Duration delay, Runnable task) {
    Future<?> unused = TIMER.plan(delay, task);
  }
}
