package io.mcpbridge.transport.http;

import io.mcpbridge.thread.Timer;
import java.time.Duration;
import java.util.concurrent.Future;

/**
 * When idle connections are looked through: one daemon thread for the whole process, which ends
 * soon after nothing is planned any more. It is no timer for anything else, since closing a
 * connection may take a moment.
 */
final class IdleSweep {

  static final String THREAD_NAME = "mcp-http-idle";

  private static final Timer TIMER = new Timer(THREAD_NAME);

  private IdleSweep() {}

  /** Does it later, unless the plan is cancelled. */
  static Future<?> plan(Duration delay, Runnable sweep) {
    return TIMER.plan(delay, sweep);
  }
}
