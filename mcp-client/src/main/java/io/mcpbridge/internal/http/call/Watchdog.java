package io.mcpbridge.internal.http.call;

import io.mcpbridge.internal.concurrent.DaemonThreads;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes blocking socket calls respect deadlines and interrupts: one daemon thread per process
 * checks all blocked sections every few milliseconds and closes the connections of those whose
 * deadline has passed. It starts with the first section and ends after a while without any.
 * Watching costs one queue entry and takes no lock, which is why this does not use {@link
 * io.mcpbridge.internal.concurrent.Timer}.
 */
public final class Watchdog implements Runnable {

  public static final String THREAD_NAME = "mcp-http-watchdog";

  /** Shared by all HTTP transports of this process. */
  static final Watchdog SHARED = new Watchdog(DaemonThreads.factory(THREAD_NAME));

  private static final Logger log = LoggerFactory.getLogger(Watchdog.class);

  private static final long TICK_NANOS = Duration.ofMillis(10).toNanos();
  private static final long LINGER_NANOS = Duration.ofSeconds(2).toNanos();

  private final ThreadFactory threads;
  private final ConcurrentLinkedQueue<WatchedAttempt> watches = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean running = new AtomicBoolean();

  Watchdog(ThreadFactory threads) {
    this.threads = threads;
  }

  /**
   * Watches this thread's attempt until {@link WatchedAttempt#finish()}. Throws what the start of a
   * thread throws, because an operation that nothing can cancel must not begin.
   */
  WatchedAttempt watch(Deadline deadline, Cancellable attempt) {
    WatchedAttempt watchedAttempt = new WatchedAttempt(deadline, attempt);
    watches.add(watchedAttempt);
    if (!running.get() && running.compareAndSet(false, true)) {
      start(watchedAttempt);
    }
    return watchedAttempt;
  }

  private void start(WatchedAttempt first) {
    boolean started = false;
    try {
      threads.newThread(this).start();
      started = true;
    } finally {
      if (!started) {
        running.set(false);
        watches.remove(first);
      }
    }
  }

  @Override
  public void run() {
    boolean retired = false;
    try {
      long lastSeen = System.nanoTime();
      while (!retired) {
        if (sweep()) {
          lastSeen = System.nanoTime();
        } else if (System.nanoTime() - lastSeen > LINGER_NANOS) {
          retired = retires();
        }
        LockSupport.parkNanos(TICK_NANOS);
      }
    } finally {
      if (!retired) {
        running.set(false);
      }
    }
  }

  /** Checks each section once; false if there was none. */
  private boolean sweep() {
    boolean any = false;
    for (Iterator<WatchedAttempt> all = watches.iterator(); all.hasNext(); ) {
      WatchedAttempt watchedAttempt = all.next();
      any = true;
      if (!watchedAttempt.isOver()) {
        check(watchedAttempt);
      }
      if (watchedAttempt.isOver()) {
        all.remove();
      }
    }
    return any;
  }

  /** A connection that fails to close must not keep the others from being checked. */
  private static void check(WatchedAttempt watchedAttempt) {
    try {
      watchedAttempt.check();
    } catch (Throwable e) {
      log.warn("an overdue connection could not be closed", e);
    }
  }

  /** A section added after the flag was cleared either starts a new thread or is seen here. */
  private boolean retires() {
    running.set(false);
    return watches.isEmpty() || !running.compareAndSet(false, true);
  }
}
