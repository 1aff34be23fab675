package io.mcpbridge.transport.http;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.thread.DaemonThreads;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends cancellation notifications in the background. At most two daemon threads per channel, so
 * that a slow server delays no other one's notifications; they end a second after the last one.
 * Beyond a hundred queued notifications, further ones are dropped, because a server that slow does
 * not act on them.
 */
final class CancellationSender {

  static final String THREAD_NAME = "mcp-http-notices";

  private static final Logger LOG = LoggerFactory.getLogger(CancellationSender.class);
  private static final int THREADS = 2;
  private static final int WAITING = 100;
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final PoolHandle handle;
  private final ThreadPoolExecutor executor = executor();

  CancellationSender(PoolHandle handle) {
    this.handle = handle;
  }

  private static ThreadPoolExecutor executor() {
    var executor =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(WAITING),
            DaemonThreads.factory(THREAD_NAME));
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /**
   * Queues a notification. Its request is created here, because the credentials may depend on the
   * calling thread; failures are logged. Returns at once unless credentials take long.
   *
   * @param notice creates the request, given the deadline for its credentials
   */
  void send(String subject, Function<Deadline, HttpCall> notice) {
    if (!handle.hold()) {
      return;
    }
    boolean taken = false;
    try {
      HttpCall call = notice.apply(Deadline.after(PATIENCE));
      taken = take(call);
      if (!taken) {
        call.attempt().release();
      }
    } catch (RuntimeException e) {
      LOG.debug("{} was not sent: {}", subject, e.toString());
    } finally {
      if (!taken) {
        handle.letGo();
      }
    }
  }

  private boolean take(HttpCall call) {
    try {
      executor.execute(() -> run(call));
      return true;
    } catch (RejectedExecutionException e) {
      LOG.debug("a notice was dropped: {} wait already", WAITING);
      return false;
    }
  }

  private void run(HttpCall call) {
    try {
      deliver(call);
    } catch (RuntimeException e) {
      LOG.debug("a notice was not delivered: {}", e.toString());
    } finally {
      handle.letGo();
    }
  }

  /** Sends again if the server was closing the connection: a notification may be repeated. */
  private void deliver(HttpCall call) {
    Deadline deadline = Deadline.after(PATIENCE);
    try {
      deliver(call.attempt(), deadline);
    } catch (McpConnectionLostException stale) {
      deliver(handle.attempt(call.attempt().request(), call.errors()), deadline);
    }
  }

  private static void deliver(HttpAttempt attempt, Deadline deadline) {
    try {
      attempt.send(deadline);
      attempt.receive(deadline);
      attempt.complete();
    } finally {
      attempt.release();
    }
  }
}
