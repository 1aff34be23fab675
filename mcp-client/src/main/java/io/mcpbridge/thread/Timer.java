package io.mcpbridge.thread;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs short scheduled tasks, one at a time, on a daemon thread that ends soon after the last one.
 */
public final class Timer {

  private static final Duration LINGER = Duration.ofMillis(200);

  private final ScheduledThreadPoolExecutor executor;

  /**
   * @param threadName the name of its thread
   */
  public Timer(String threadName) {
    executor = new ScheduledThreadPoolExecutor(1, DaemonThreads.factory(threadName));
    executor.setKeepAliveTime(LINGER.toNanos(), TimeUnit.NANOSECONDS);
    executor.allowCoreThreadTimeOut(true);
    executor.setRemoveOnCancelPolicy(true);
  }

  /** Schedules a task; cancel the future to remove it. */
  public Future<?> plan(Duration delay, Runnable work) {
    return executor.schedule(work, delay.toNanos(), TimeUnit.NANOSECONDS);
  }
}
