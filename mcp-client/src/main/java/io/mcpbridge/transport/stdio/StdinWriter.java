package io.mcpbridge.transport.stdio;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.concurrent.Timer;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.transport.Deadline;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages to a server's standard input, one per line and never interleaved. On the caller's
 * thread.
 */
final class StdinWriter {

  private static final int SPINS = 100;

  private final String address;
  private final OutputStream stdin;
  private final WriteTimeout watch;
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * @param onStuck ends the process; called if it has not read its input for the whole deadline of
   *     a write
   */
  StdinWriter(String address, OutputStream stdin, Runnable onStuck) {
    this.address = address;
    this.stdin = stdin;
    this.watch = new WriteTimeout(onStuck);
  }

  /** The message as one line. */
  static byte[] line(JsonRpcMessage message) {
    byte[] json = message.toBytes();
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return line;
  }

  /**
   * @param subject what is written, for messages
   * @throws McpTimeoutException if the server did not read the line before the deadline
   * @throws McpCancelledException if the thread was interrupted while it waited for another write
   * @throws IOException if the server no longer reads input
   */
  void write(byte[] line, String subject, Deadline deadline) throws IOException {
    lock(subject, deadline);
    try {
      watch.begin(deadline.remainingNanos());
      stdin.write(line);
      stdin.flush();
    } catch (IOException e) {
      if (watch.stuck()) {
        throw new McpTimeoutException(
            "%s: the server did not read its standard input during all of %s, within %s; it was stopped"
                .formatted(address, subject, deadline.described()),
            e);
      }
      throw e;
    } finally {
      watch.end();
      lock.unlock();
    }
  }

  /** Closes the server's input, unless a write blocks for that long. */
  void close(Duration timeout) {
    boolean interrupted = Thread.interrupted();
    try {
      if (lock.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        try {
          watch.close();
          stdin.close();
        } finally {
          lock.unlock();
        }
      }
    } catch (IOException alreadyClosed) {
      // the input is closed as intended
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      watch.close();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void lock(String subject, Deadline deadline) {
    if (deadline.hasPassed()) {
      throw new McpTimeoutException(
          address + ": " + subject + " was not sent, because its deadline had passed");
    }
    try {
      if (soon() || lock.tryLock(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException(
          address + ": interrupted while waiting to send " + subject, e);
    }
    throw new McpTimeoutException(
        "%s: %s could not be sent within %s, because the server does not read its standard input"
            .formatted(address, subject, deadline.described()));
  }

  /** Another write takes microseconds, less than parking and waking this thread. */
  private boolean soon() {
    for (int i = 0; i < SPINS; i++) {
      if (lock.tryLock()) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  /**
   * Detects a write that is still blocked at its deadline. A blocked write to a pipe ignores
   * deadlines and interrupts; only ending the reader of the pipe ends it.
   *
   * <p>A write costs two volatile accesses. It schedules a check only if none is due in time, which
   * is once per deadline length and not once per write.
   */
  private static final class WriteTimeout {

    private static final long IDLE = Long.MIN_VALUE;

    /** A server that stops reading for less than this is busy, not dead. */
    private static final long MIN_WAIT_NANOS = 500_000_000;

    private final Runnable onStuck;

    private volatile long writeDeadline = IDLE;
    private volatile boolean stuck;
    private volatile boolean planned;
    private long plannedFor;
    private @Nullable Future<?> plan;
    private boolean closed;

    /**
     * @param onStuck ends the process; runs on the timer's thread, at most once
     */
    WriteTimeout(Runnable onStuck) {
      this.onStuck = onStuck;
    }

    /** Starts a write, which may take this many nanoseconds; there is only one at a time. */
    void begin(long timeout) {
      long until = System.nanoTime() + Math.max(timeout, MIN_WAIT_NANOS);
      writeDeadline = until == IDLE ? until + 1 : until;
      if (!planned || plannedFor - writeDeadline > 0) {
        plan(writeDeadline);
      }
    }

    /** Ends the write. */
    void end() {
      writeDeadline = IDLE;
    }

    /** Whether a write was ended because it was blocked at its deadline. */
    boolean stuck() {
      return stuck;
    }

    /** No more writes will follow. */
    synchronized void close() {
      closed = true;
      if (plan != null) {
        plan.cancel(false);
      }
    }

    private synchronized void plan(long deadline) {
      if (closed || (planned && plannedFor - deadline <= 0)) {
        return;
      }
      if (plan != null) {
        plan.cancel(false);
      }
      plannedFor = deadline;
      planned = true;
      plan =
          Timer.schedule(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())), this::check);
    }

    private void check() {
      // before the write is checked: a write that begins in between schedules its own check
      planned = false;
      long until = writeDeadline;
      if (until == IDLE || stuck) {
        return;
      }
      if (until - System.nanoTime() > 0) {
        plan(until);
        return;
      }
      stuck = true;
      onStuck.run();
    }
  }
}
