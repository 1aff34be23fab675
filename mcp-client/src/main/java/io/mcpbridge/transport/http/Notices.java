package io.mcpbridge.transport.http;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what nobody waits for: word of a cancelled request. At most two daemon threads for the
 * whole process, which end a second after the last notice; when a hundred wait already, further
 * ones are dropped, because a server that slow does not act on them.
 */
final class Notices {

  static final String THREAD_NAME = "mcp-http-notices";

  private static final Logger LOG = LoggerFactory.getLogger(Notices.class);
  private static final int THREADS = 2;
  private static final int WAITING = 100;
  private static final ThreadPoolExecutor EXECUTOR = executor();

  private Notices() {}

  private static ThreadPoolExecutor executor() {
    var executor =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(WAITING),
            work -> {
              Thread thread = new Thread(null, work, THREAD_NAME, 0, false);
              thread.setContextClassLoader(null);
              thread.setDaemon(true);
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /**
   * Runs the work soon; its exceptions are logged. Returns at once.
   *
   * @return false if it was dropped
   */
  static boolean send(Runnable work) {
    try {
      EXECUTOR.execute(
          () -> {
            try {
              work.run();
            } catch (RuntimeException e) {
              LOG.debug("a notice was not delivered: {}", e.toString());
            }
          });
      return true;
    } catch (RejectedExecutionException e) {
      LOG.debug("a notice was dropped: {} wait already", WAITING);
      return false;
    }
  }
}
