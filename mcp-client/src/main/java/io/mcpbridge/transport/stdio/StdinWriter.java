package io.mcpbridge.transport.stdio;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.transport.Deadline;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

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
}
