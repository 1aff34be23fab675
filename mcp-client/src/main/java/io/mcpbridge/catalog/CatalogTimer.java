package io.mcpbridge.catalog;

import io.mcpbridge.thread.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One timer thread for all open catalogs of the process, however many users have one. It ends when
 * the last catalog closes. Tasks must only hand over to a worker.
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

  /** Call only between {@link #acquire} and {@link #release}. */
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
