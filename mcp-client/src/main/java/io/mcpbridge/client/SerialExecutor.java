package io.mcpbridge.client;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the handling of a server's unsolicited messages in order, on one worker at a time. Bounded:
 * on overflow, drops the oldest messages and logs that once. A {@link CoalescingKey} is never
 * dropped, and queued at most once.
 */
final class SerialExecutor {

  static final int CAPACITY = 1_000;

  private static final Logger log = LoggerFactory.getLogger(SerialExecutor.class);

  private final String server;
  private final Executor workers;
  private final Map<Object, Runnable> waiting = new LinkedHashMap<>();
  private boolean working;
  private boolean overflowed;

  SerialExecutor(String server, Executor workers) {
    this.server = server;
    this.workers = workers;
  }

  /** Queues work; never blocks, so that an I/O thread may call it. */
  void post(Runnable work) {
    post(new Object(), work);
  }

  /** Queues work that must not be dropped; replaces work that is queued for the same fact. */
  void post(CoalescingKey coalescingKey, Runnable work) {
    post((Object) coalescingKey, work);
  }

  private void post(Object key, Runnable work) {
    boolean firstOverflow = false;
    synchronized (waiting) {
      if (waiting.size() >= CAPACITY && !waiting.containsKey(key)) {
        dropOldest();
        firstOverflow = !overflowed;
        overflowed = true;
      }
      waiting.put(key, work);
      if (!working) {
        working = true;
        begin();
      }
    }
    if (firstOverflow) {
      log.warn("Server \"{}\" sends faster than can be handled; the oldest are dropped", server);
    }
  }

  /** Terminates: the capacity exceeds the number of facts. */
  private void dropOldest() {
    Iterator<Object> keys = waiting.keySet().iterator();
    while (keys.next() instanceof CoalescingKey) {
      // facts are never dropped
    }
    keys.remove();
  }

  private void begin() {
    try {
      workers.execute(this::workOff);
    } catch (RejectedExecutionException closed) {
      working = false;
      waiting.clear();
    }
  }

  private void workOff() {
    for (Runnable work = next(); work != null; work = next()) {
      try {
        work.run();
      } catch (RuntimeException | Error e) {
        // Not even an Error in a listener may stop the delivery of further messages.
        log.warn("What server \"{}\" sent could not be handled", server, e);
      }
    }
  }

  private @Nullable Runnable next() {
    synchronized (waiting) {
      Iterator<Runnable> all = waiting.values().iterator();
      working = all.hasNext();
      if (!working) {
        return null;
      }
      Runnable work = all.next();
      all.remove();
      return work;
    }
  }
}
