package io.mcpbridge.thread;

import java.time.Duration;
import java.util.concurrent.Future;

/**
 * One daemon thread for whatever must happen later on a connection, or when a call takes too long;
 * it starts when there is something to wait for and ends soon after there is nothing more.
 */
public final class SharedTimer {

  private static final Timer TIMER = new Timer("mcp-timer");

  private SharedTimer() {}

  /** Runs a short task later, unless the plan is cancelled. */
  public static Future<?> plan(long nanos, Runnable task) {
    return TIMER.plan(Duration.ofNanos(nanos), task);
  }

  /** Runs a short task later. */
  public static void after(Duration delay, Runnable task) {
    Future<?> unused = TIMER.plan(delay, task);
  }
}
