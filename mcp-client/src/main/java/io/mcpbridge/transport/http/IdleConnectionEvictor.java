package io.mcpbridge.transport.http;

import io.mcpbridge.thread.Timer;
import java.time.Duration;
import java.util.concurrent.Future;

/**
 * Schedules sweeps of idle connections on one daemon thread per process, which ends soon after the
 * last sweep. Not used as a timer for other work, since closing a connection may take a moment.
 */
final class IdleConnectionEvictor {

  static final String THREAD_NAME = "mcp-http-idle";

  private static final Timer TIMER = new Timer(THREAD_NAME);

  private IdleConnectionEvictor() {}

  /** Schedules a sweep; the returned future cancels it. */
  static Future<?> plan(Duration delay, Runnable sweep) {
    return TIMER.plan(delay, sweep);
  }
}
