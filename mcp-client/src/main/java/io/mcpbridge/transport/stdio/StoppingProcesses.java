package io.mcpbridge.transport.stdio;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.transport.Deadline;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The processes of one transport that are being stopped in the background. The next one starts
 * after them, since they may hold what it needs, such as a port or a lock on a file.
 */
final class StoppingProcesses {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private final Set<ChildProcess> children = new HashSet<>();

  void add(ChildProcess child) {
    lock.lock();
    try {
      children.add(child);
    } finally {
      lock.unlock();
    }
  }

  void remove(ChildProcess child) {
    lock.lock();
    try {
      children.remove(child);
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until none is left.
   *
   * @param address the server, for messages
   * @throws McpTimeoutException if the deadline passes
   * @throws McpCancelledException if the thread is interrupted
   */
  void awaitNone(String address, Deadline deadline) {
    lock.lock();
    try {
      while (!children.isEmpty()) {
        if (!ended.await(deadline.remainingNanos(), TimeUnit.NANOSECONDS) && !children.isEmpty()) {
          throw new McpTimeoutException(
              address
                  + ": not started within "
                  + deadline.described()
                  + ", because the process before it has not ended yet");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException(
          address + ": interrupted while the process before it ends", e);
    } finally {
      lock.unlock();
    }
  }
}
