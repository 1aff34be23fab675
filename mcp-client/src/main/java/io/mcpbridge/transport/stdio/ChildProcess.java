package io.mcpbridge.transport.stdio;

import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A running server process and its shutdown: close its input, terminate it, then kill it. */
final class ChildProcess {

  private final Process process;
  private final ProcessTree tree;
  private final StdinWriter stdin;
  private final ReentrantLock stopping = new ReentrantLock();

  ChildProcess(Process process, StdinWriter stdin) {
    this.process = process;
    this.tree = new ProcessTree(process.toHandle());
    this.stdin = stdin;
  }

  long pid() {
    return process.pid();
  }

  ProcessTree tree() {
    return tree;
  }

  /** The exit code, if the process ends within that time. */
  @Nullable Integer exitCode(Duration timeout) throws InterruptedException {
    return process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS) ? process.exitValue() : null;
  }

  /** Runs an action when the process has ended; its descendants may still run. */
  void onExit(Runnable action) {
    Future<?> unused = process.onExit().thenRun(action);
  }

  /**
   * Stops the process and its descendants within little more than the grace periods. An interrupt
   * skips the grace periods. Idempotent; a second caller waits for the first.
   */
  void stop(ShutdownTimeouts grace) {
    stopping.lock();
    try {
      Deadline exitDeadline = Deadline.after(grace.exitTimeout());
      tree.scan();
      stdin.close(grace.exitTimeout());
      if (!tree.awaitEnd(Duration.ofNanos(exitDeadline.remainingNanos()))) {
        tree.terminate();
        if (!tree.awaitEnd(grace.killTimeout())) {
          kill();
        }
      }
      RunningProcesses.remove(this);
    } finally {
      stopping.unlock();
    }
  }

  /** Kills the whole tree, and waits until it is gone even if interrupted. */
  void kill() {
    tree.kill();
    boolean interrupted = Thread.interrupted();
    tree.awaitEnd(ShutdownTimeouts.REAP_TIMEOUT);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
