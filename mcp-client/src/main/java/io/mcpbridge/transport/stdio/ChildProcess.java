package io.mcpbridge.transport.stdio;

import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A running server process, and how it is stopped: asked by closing its input, told, then killed.
 */
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

  ProcessTree tree() {
    return tree;
  }

  /** The exit code, if the process ends within that time. */
  @Nullable Integer exitCode(Duration patience) throws InterruptedException {
    return process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS) ? process.exitValue() : null;
  }

  /** Runs something when the process has ended; its descendants may still be there. */
  void onExit(Runnable action) {
    Future<?> unused = process.onExit().thenRun(action);
  }

  /**
   * Ends the process and its descendants within the grace times and a little more. Interrupting
   * shortens the grace times to nothing. Harmless when repeated; a second caller waits for the
   * first.
   */
  void stop(StopGrace grace) {
    stopping.lock();
    try {
      Deadline toEndByItself = Deadline.after(grace.inputClosed());
      tree.look();
      stdin.close(grace.inputClosed());
      if (!tree.awaitEnd(Duration.ofNanos(toEndByItself.remainingNanos()))) {
        tree.terminate();
        if (!tree.awaitEnd(grace.terminated())) {
          kill();
        }
      }
      RunningChildren.remove(this);
    } finally {
      stopping.unlock();
    }
  }

  /** Ends all at once, and waits until it is done even if interrupted. */
  void kill() {
    tree.kill();
    boolean interrupted = Thread.interrupted();
    tree.awaitEnd(StopGrace.KILLED);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
