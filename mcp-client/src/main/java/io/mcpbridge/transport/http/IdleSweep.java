package io.mcpbridge.transport.http;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * When idle connections are looked through: one daemon thread for the whole process, which ends
 * soon after nothing is planned any more. It is no timer for anything else, since closing a
 * connection may take a moment.
 */
final class IdleSweep {

  static final String THREAD_NAME = "mcp-http-idle";

  private static final Duration LINGER = Duration.ofMillis(200);
  private static final ScheduledThreadPoolExecutor TIMER = create();

  private IdleSweep() {}

  /** Does it later, unless the plan is cancelled. */
  static Future<?> plan(Duration delay, Runnable sweep) {
    return TIMER.schedule(sweep, delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  private static ScheduledThreadPoolExecutor create() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(null, work, THREAD_NAME, 0, false);
              thread.setContextClassLoader(null);
              thread.setDaemon(true);
              return thread;
            });
    timer.setKeepAliveTime(LINGER.toNanos(), TimeUnit.NANOSECONDS);
    timer.allowCoreThreadTimeOut(true);
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }
}
