package io.mcpbridge.test.internal.leak;

import io.mcpbridge.internal.http.connection.OpenConnections;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The threads and resources of this JVM at one moment. */
public record OpenResources(
    Set<Thread> threads,
    Set<ProcessHandle> processes,
    List<String> connections,
    Set<Path> files,
    OpenCloseables open) {

  private static final String THREAD = "mcp-";
  private static final String FILE = "mcp-bridge-";

  /** Threads shared by the whole process; they end shortly after their last work. */
  private static final Set<String> SHARED =
      Set.of("mcp-http-watchdog", "mcp-http-notices", "mcp-timer");

  public static OpenResources now() {
    Set<Thread> threads =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith(THREAD))
            .filter(thread -> !SHARED.contains(thread.getName()))
            .collect(Collectors.toSet());
    Set<ProcessHandle> processes =
        ProcessHandle.current()
            .descendants()
            .filter(ProcessHandle::isAlive)
            .collect(Collectors.toSet());
    return new OpenResources(
        threads, processes, OpenConnections.addresses(), temporaryFiles(), OpenCloseables.now());
  }

  private static Set<Path> temporaryFiles() {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(FILE))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits until everything added since is gone.
   *
   * @throws AssertionError if something stays
   */
  public void requireNothingNew(String owner, Duration linger) {
    OpenResources now = now();
    if (newIn(now).isEmpty()) {
      return;
    }
    giveTime(now, System.nanoTime() + linger.toNanos());
    LeakReport.requireNoLeaks(owner, newIn(now()));
  }

  private List<String> newIn(OpenResources now) {
    List<String> leaks = new ArrayList<>(open.newIn(now.open));
    for (Thread thread : LeakReport.difference(now.threads, threads)) {
      leaks.add(describe(thread) + ": still running");
    }
    for (ProcessHandle process : LeakReport.difference(now.processes, processes)) {
      leaks.add(describe(process) + ": still running");
    }
    for (Path file : LeakReport.difference(now.files, files)) {
      leaks.add("temporary file " + file + ": not deleted");
    }
    List<String> unclosed = new ArrayList<>(now.connections);
    connections.forEach(unclosed::remove);
    unclosed.forEach(address -> leaks.add("connections to " + address + ": not closed"));
    return leaks;
  }

  private void giveTime(OpenResources now, long end) {
    try {
      open.giveTime(end);
      for (Thread thread : LeakReport.difference(now.threads, threads)) {
        TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, end - System.nanoTime()));
      }
      for (ProcessHandle process : LeakReport.difference(now.processes, processes)) {
        process.onExit().get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      }
      while (!newIn(now()).isEmpty() && System.nanoTime() < end) {
        TimeUnit.MILLISECONDS.sleep(10); // closed connections and files send no signal
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException stillThere) {
      // the next check finds it
    }
  }

  private static String describe(Thread thread) {
    String stack =
        Arrays.stream(thread.getStackTrace())
            .limit(8)
            .map(frame -> "\n      at " + frame)
            .collect(Collectors.joining());
    return "thread " + thread.getName() + stack + "\n   ";
  }

  private static String describe(ProcessHandle process) {
    return "process " + process.pid() + " " + process.info().commandLine().orElse("");
  }
}
