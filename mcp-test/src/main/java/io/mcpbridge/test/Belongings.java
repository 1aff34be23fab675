package io.mcpbridge.test;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What this JVM has running at one moment. */
record Belongings(
    Set<Thread> threads,
    Set<ProcessHandle> processes,
    Set<FakeMcpServer> servers,
    Set<InProcessExchange> exchanges) {

  static Belongings now() {
    Set<Thread> threads =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("mcp-"))
            .collect(Collectors.toSet());
    Set<ProcessHandle> processes =
        ProcessHandle.current()
            .descendants()
            .filter(ProcessHandle::isAlive)
            .collect(Collectors.toSet());
    return new Belongings(threads, processes, FakeMcpServer.open(), InProcessExchange.open());
  }

  /**
   * Waits for what came since to go away again.
   *
   * @throws AssertionError if something stays
   */
  void requireNothingNew(String who, Duration linger) {
    if (newIn(now()).isEmpty()) {
      return;
    }
    giveTime(linger);
    complain(who, newIn(now()));
  }

  /**
   * Looks for what has to be closed by hand. Waits only for exchanges: whoever waits in one that a
   * client ended by closing is just about to close it.
   *
   * @throws AssertionError if something is open that was not before
   */
  void requireNothingOpen(String who, Duration linger) {
    Belongings now = now();
    if (!openIn(now).isEmpty()) {
      giveExchangesTime(now, System.nanoTime() + linger.toNanos());
      complain(who, openIn(now()));
    }
  }

  private static void complain(String who, List<String> left) {
    if (!left.isEmpty()) {
      throw new AssertionError(who + " left behind:\n  " + String.join("\n  ", left));
    }
  }

  private List<String> newIn(Belongings now) {
    return Stream.of(
            openIn(now),
            leftOf(now.threads, threads, "still running"),
            leftOf(now.processes, processes, "still running"))
        .flatMap(Collection::stream)
        .toList();
  }

  private List<String> openIn(Belongings now) {
    return Stream.of(
            leftOf(now.servers, servers, "not closed"),
            leftOf(now.exchanges, exchanges, "not closed"))
        .flatMap(Collection::stream)
        .toList();
  }

  private void giveTime(Duration linger) {
    Belongings now = now();
    long end = System.nanoTime() + linger.toNanos();
    giveExchangesTime(now, end);
    try {
      for (Thread thread : without(now.threads, threads)) {
        TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, end - System.nanoTime()));
      }
      for (ProcessHandle process : without(now.processes, processes)) {
        process.onExit().get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException stillThere) {
      // it is found again afterwards
    }
  }

  private void giveExchangesTime(Belongings now, long end) {
    try {
      for (InProcessExchange exchange : without(now.exchanges, exchanges)) {
        exchange.awaitClosed(Math.max(1, end - System.nanoTime()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static <T> List<String> leftOf(Set<T> now, Set<T> before, String complaint) {
    return without(now, before).stream().map(thing -> describe(thing) + ": " + complaint).toList();
  }

  private static <T> Set<T> without(Set<T> all, Set<T> some) {
    Set<T> rest = new HashSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  private static String describe(Object thing) {
    if (thing instanceof Thread thread) {
      String stack =
          Arrays.stream(thread.getStackTrace())
              .limit(8)
              .map(frame -> "\n      at " + frame)
              .collect(Collectors.joining());
      return "thread " + thread.getName() + stack + "\n   ";
    }
    if (thing instanceof ProcessHandle process) {
      return "process " + process.pid() + " " + process.info().commandLine().orElse("");
    }
    return thing.toString();
  }
}
