package io.mcpbridge.transport.stdio;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.locks.LockSupport;

/**
 * A process and its descendants. A launcher such as {@code npx} does not forward a termination, and
 * once it has exited its children cannot be found: hence they are remembered.
 */
final class ProcessTree {

  private static final long MIN_PAUSE_NANOS = 1_000_000;
  private static final long MAX_PAUSE_NANOS = 20_000_000;

  /** In the order of discovery: parents before their children. */
  private final Set<ProcessHandle> seen = new CopyOnWriteArraySet<>();

  ProcessTree(ProcessHandle root) {
    seen.add(root);
  }

  /** Remembers the current members of the tree. */
  void scan() {
    for (ProcessHandle process : seen) {
      if (isRunning(process)) {
        process.descendants().forEach(seen::add);
      }
    }
  }

  boolean isRunning() {
    return seen.stream().anyMatch(ProcessTree::isRunning);
  }

  /** Requests normal termination of all, where the system supports it. */
  void terminate() {
    scan();
    seen.forEach(ProcessHandle::destroy);
  }

  /** Parents first, so that they do not restart their children. */
  void kill() {
    scan();
    seen.forEach(ProcessHandle::destroyForcibly);
  }

  /**
   * Waits until all have ended; returns at once if interrupted.
   *
   * @return whether all have ended
   */
  boolean awaitEnd(Duration limit) {
    long until = System.nanoTime() + limit.toNanos();
    long pause = MIN_PAUSE_NANOS;
    while (isRunning()) {
      if (until - System.nanoTime() <= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(this, pause);
      pause = Math.min(2 * pause, MAX_PAUSE_NANOS);
    }
    return true;
  }

  /** A zombie, whose parent has not collected its exit code, counts as ended. */
  static boolean isRunning(ProcessHandle process) {
    if (!process.isAlive()) {
      return false;
    }
    Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    try {
      String text = Files.readString(stat, StandardCharsets.ISO_8859_1);
      return !text.startsWith("Z", text.lastIndexOf(')') + 2);
    } catch (IOException noSuchFile) {
      return process.isAlive();
    }
  }
}
