package io.mcpbridge.client;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a server sends by itself, worked off in order on one worker at a time. Bounded: of a server
 * that floods, the oldest messages are dropped, which is said once.
 */
final class Mailbox {

  static final int CAPACITY = 1_000;

  private static final Logger log = LoggerFactory.getLogger(Mailbox.class);

  private final String server;
  private final Executor workers;
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private boolean working;
  private boolean overflowed;

  Mailbox(String server, Executor workers) {
    this.server = server;
    this.workers = workers;
  }

  /** Takes something to be done; never blocks, so that an I/O thread may call it. */
  void post(Runnable work) {
    boolean firstOverflow = false;
    synchronized (waiting) {
      if (waiting.size() == CAPACITY) {
        waiting.removeFirst();
        firstOverflow = !overflowed;
        overflowed = true;
      }
      waiting.addLast(work);
      if (!working) {
        working = true;
        begin();
      }
    }
    if (firstOverflow) {
      log.warn("Server \"{}\" sends faster than can be handled; the oldest are dropped", server);
    }
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
        // An Error of one listener, too, must not silence the server for all time.
        log.warn("What server \"{}\" sent could not be handled", server, e);
      }
    }
  }

  private @Nullable Runnable next() {
    synchronized (waiting) {
      Runnable work = waiting.pollFirst();
      working = work != null;
      return work;
    }
  }
}
