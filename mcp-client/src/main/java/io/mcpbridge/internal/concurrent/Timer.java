package io.mcpbridge.internal.concurrent;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The timer of the process. Its daemon thread runs short tasks one at a time, and ends soon after
 * the last one.
 */
public final class Timer {

  /** The name of its thread. */
  public static final String THREAD_NAME = "mcp-timer";

  private static final Duration LINGER = Duration.ofMillis(500);
  private static final ScheduledThreadPoolExecutor EXECUTOR = executor();

  private Timer() {}

  private static ScheduledThreadPoolExecutor executor() {
    var executor = new ScheduledThreadPoolExecutor(1, DaemonThreads.factory(THREAD_NAME));
    executor.setKeepAliveTime(LINGER.toNanos(), TimeUnit.NANOSECONDS);
    executor.allowCoreThreadTimeOut(true);
    executor.setRemoveOnCancelPolicy(true); // otherwise the queue keeps what the task refers to
    return executor;
  }

  /** Schedules a task that does not block; cancel the future to remove it. */
  public static Future<?> schedule(Duration delay, Runnable task) {
    return EXECUTOR.schedule(task, TimeUnit.NANOSECONDS.convert(delay), TimeUnit.NANOSECONDS);
  }

  /** Schedules a task that may block, for a daemon thread of this name. */
  public static Future<?> scheduleOnThread(Duration delay, String threadName, Runnable task) {
    return schedule(delay, () -> DaemonThreads.named(threadName, task).start());
  }

  /** The number of scheduled tasks. */
  static int size() {
    return EXECUTOR.getQueue().size();
  }
}
