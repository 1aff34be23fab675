package io.mcpbridge.transport.http;

import io.mcpbridge.thread.DaemonThreads;
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
 * Makes blocking socket calls feel deadlines and interrupts, which they do not by themselves: one
 * daemon thread for the whole process looks at all blocked sections every few milliseconds and
 * closes the connection under those whose time is up. It starts with the first section and ends by
 * itself when there has been none for a while. Watching costs one queue entry and takes no lock,
 * which is why this is no {@link io.mcpbridge.thread.Timer}.
 */
final class Watchdog implements Runnable {

  static final String THREAD_NAME = "mcp-http-watchdog";

  /** For every HTTP transport of this process. */
  static final Watchdog SHARED = new Watchdog(DaemonThreads.factory(THREAD_NAME));

  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

  private static final long TICK_NANOS = Duration.ofMillis(10).toNanos();
  private static final long LINGER_NANOS = Duration.ofSeconds(2).toNanos();

  private final ThreadFactory threads;
  private final ConcurrentLinkedQueue<Watch> watches = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean running = new AtomicBoolean();

  Watchdog(ThreadFactory threads) {
    this.threads = threads;
  }

  /**
   * Watches this thread's work on an attempt until {@link Watch#finish()}. Throws what the start of
   * a thread throws, because work that nothing ends must not begin.
   */
  Watch watch(Deadline deadline, Breakable attempt) {
    Watch watch = new Watch(deadline, attempt);
    watches.add(watch);
    if (!running.get() && running.compareAndSet(false, true)) {
      start(watch);
    }
    return watch;
  }

  private void start(Watch first) {
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

  /** Looks once at each section; false if there was none. */
  private boolean sweep() {
    boolean any = false;
    for (Iterator<Watch> all = watches.iterator(); all.hasNext(); ) {
      Watch watch = all.next();
      any = true;
      if (!watch.isOver()) {
        check(watch);
      }
      if (watch.isOver()) {
        all.remove();
      }
    }
    return any;
  }

  /** One connection that fails to close must not keep the others from being looked at. */
  private static void check(Watch watch) {
    try {
      watch.check();
    } catch (Throwable e) {
      LOG.warn("a connection whose time was up could not be closed", e);
    }
  }

  /**
   * A section that came after the flag fell starts a new thread, or is seen here: never neither.
   */
  private boolean retires() {
    running.set(false);
    return watches.isEmpty() || !running.compareAndSet(false, true);
  }
}
