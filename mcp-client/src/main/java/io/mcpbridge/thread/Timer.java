package io.mcpbridge.thread;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Does short things later, one at a time, on a daemon thread that is there only while something is
 * planned, and for a moment after that.
 */
public final class Timer {

  private static final Duration LINGER = Duration.ofMillis(200);

  private final ScheduledThreadPoolExecutor executor;

  /**
   * @param threadName what its thread is called
   */
  public Timer(String threadName) {
    executor = new ScheduledThreadPoolExecutor(1, DaemonThreads.factory(threadName));
    executor.setKeepAliveTime(LINGER.toNanos(), TimeUnit.NANOSECONDS);
    executor.allowCoreThreadTimeOut(true);
    executor.setRemoveOnCancelPolicy(true);
  }

  /** Does it later, unless the plan is cancelled. */
  public Future<?> plan(Duration delay, Runnable work) {
    return executor.schedule(work, delay.toNanos(), TimeUnit.NANOSECONDS);
  }
}
