package io.mcpbridge.transport.stdio;

import io.mcpbridge.internal.concurrent.DaemonThreads;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * All server processes of this JVM. A shutdown hook, registered only while there is a process,
 * stops them so that none outlives it.
 */
final class RunningProcesses {

  private static final long SIGNAL_DELAY_MS = 250;

  private static final Set<ChildProcess> running = new HashSet<>();
  private static @Nullable Thread hook;
  private static final CountDownLatch shutdownBegan = new CountDownLatch(1);
  private static boolean shutDown;

  private RunningProcesses() {}

  /**
   * Registers a process.
   *
   * @return {@code false} if the JVM is already shutting down and would not stop the process
   */
  static synchronized boolean add(ChildProcess child) {
    if (shutDown) {
      return false;
    }
    if (hook == null) {
      Thread thread = DaemonThreads.named("mcp-stdio-shutdown", RunningProcesses::stopAll);
      try {
        Runtime.getRuntime().addShutdownHook(thread);
      } catch (IllegalStateException alreadyEnding) {
        return false;
      }
      hook = thread;
    }
    running.add(child);
    return true;
  }

  static synchronized void remove(ChildProcess child) {
    running.remove(child);
    if (running.isEmpty() && hook != null && !shutDown) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException alreadyEnding) {
        return;
      }
      hook = null;
    }
  }

  /**
   * Whether the JVM shuts down, or begins to within a moment: Ctrl-C in a terminal ends the servers
   * at the same time as the application.
   */
  static boolean isShuttingDown() {
    try {
      return shutdownBegan.await(SIGNAL_DELAY_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static synchronized Set<ChildProcess> atShutdown() {
    shutDown = true;
    shutdownBegan.countDown();
    return Set.copyOf(running);
  }

  /** Stops all in parallel: each phase starts for every process before any is waited for. */
  private static void stopAll() {
    Set<ChildProcess> children = atShutdown();
    Thread[] stoppers =
        children.stream()
            .map(
                child ->
                    DaemonThreads.named(
                        "mcp-stdio-shutdown-stop", () -> child.stop(ShutdownTimeouts.AT_SHUTDOWN)))
            .toArray(Thread[]::new);
    for (Thread stopper : stoppers) {
      stopper.start();
    }
    for (Thread stopper : stoppers) {
      try {
        stopper.join();
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}
