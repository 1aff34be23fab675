package io.mcpbridge.catalog;

import io.mcpbridge.thread.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that waits for all open catalogues of the process, however many users have one; it
 * ends with the last of them. What comes due must only hand over.
 */
final class CatalogTimer {

  static final CatalogTimer SHARED = new CatalogTimer();

  static final String THREAD_NAME = "mcp-catalog-timer";

  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable ScheduledThreadPoolExecutor executor;
  private int holders;

  private CatalogTimer() {}

  void acquire() {
    lock.lock();
    try {
      holders++;
    } finally {
      lock.unlock();
    }
  }

  void release() {
    lock.lock();
    try {
      if (--holders == 0 && executor != null) {
        executor.shutdownNow();
        executor = null;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Between a holder's {@link #acquire} and its {@link #release}. */
  Future<?> plan(Duration delay, Runnable work) {
    lock.lock();
    try {
      ScheduledThreadPoolExecutor current = executor == null ? create() : executor;
      executor = current;
      return current.schedule(work, delay.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      lock.unlock();
    }
  }

  private static ScheduledThreadPoolExecutor create() {
    var executor = new ScheduledThreadPoolExecutor(1, DaemonThreads.factory(THREAD_NAME));
    executor.setRemoveOnCancelPolicy(true);
    return executor;
  }
}
