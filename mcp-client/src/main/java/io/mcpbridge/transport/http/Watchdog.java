package io.mcpbridge.transport.http;

import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes blocking socket calls feel deadlines and interrupts, which they do not by themselves: one
 * daemon thread for the whole process looks at all blocked sections every few milliseconds and
 * closes the connection under those whose time is up. It starts with the first section and ends by
 * itself when there has been none for a while. Watching costs one queue entry and takes no lock.
 */
final class Watchdog implements Runnable {

  static final String THREAD_NAME = "mcp-http-watchdog";

  private static final long TICK_NANOS = Duration.ofMillis(10).toNanos();
  private static final long LINGER_NANOS = Duration.ofSeconds(2).toNanos();

  private static final ConcurrentLinkedQueue<Watch> WATCHES = new ConcurrentLinkedQueue<>();
  private static final AtomicBoolean RUNNING = new AtomicBoolean();

  private Watchdog() {}

  /** Watches this thread's work on an attempt until {@link Watch#finish()}. */
  static Watch watch(Deadline deadline, HttpAttempt attempt) {
    Watch watch = new Watch(deadline, attempt);
    WATCHES.add(watch);
    if (!RUNNING.get() && RUNNING.compareAndSet(false, true)) {
      start();
    }
    return watch;
  }

  private static void start() {
    // no inherited thread locals and no class loader: the thread must not hold an application
    Thread thread = new Thread(null, new Watchdog(), THREAD_NAME, 0, false);
    thread.setContextClassLoader(null);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    long lastSeen = System.nanoTime();
    while (true) {
      if (sweep()) {
        lastSeen = System.nanoTime();
      } else if (System.nanoTime() - lastSeen > LINGER_NANOS && retires()) {
        return;
      }
      LockSupport.parkNanos(TICK_NANOS);
    }
  }

  /** Looks once at each section; false if there was none. */
  private static boolean sweep() {
    boolean any = false;
    for (Iterator<Watch> all = WATCHES.iterator(); all.hasNext(); ) {
      Watch watch = all.next();
      any = true;
      if (!watch.isOver()) {
        watch.check();
      }
      if (watch.isOver()) {
        all.remove();
      }
    }
    return any;
  }

  /**
   * A section that came after the flag fell starts a new thread, or is seen here: never neither.
   */
  private static boolean retires() {
    RUNNING.set(false);
    return WATCHES.isEmpty() || !RUNNING.compareAndSet(false, true);
  }
}
