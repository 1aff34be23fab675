package io.mcpbridge.verification.fuzz;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs servers that respond with mutated messages over every transport and era. Verifies that each
 * call ends as documented and in time, that the next call succeeds, and that no resources leak.
 */
public final class Fuzz {

  /** The seed of the regular build. */
  static final long SEED = 20260728;

  private static final Duration LINGER = Duration.ofSeconds(10);

  private final long seed;
  private final Report report;

  private Fuzz(long seed) {
    this.seed = seed;
    this.report = new Report(seed);
  }

  /**
   * Runs this number of cases.
   *
   * @param workers per transport and era; half as many over stdio, where each is a process
   */
  static Report run(long seed, long cases, int workers) {
    return new Fuzz(seed).between(0, cases, workers);
  }

  /** Runs one case. */
  static Report repeat(long seed, long number) {
    return new Fuzz(seed).between(number, number + 1, 1);
  }

  private Report between(long from, long to, int workers) {
    int before = threads();
    int peak = before;
    try (LogWatch log = new LogWatch()) {
      List<Thread> running = new ArrayList<>();
      for (Lane lane : Lane.values()) {
        AtomicLong next = new AtomicLong(from + Math.floorMod(lane.ordinal() - from, lanes()));
        int share = lane.wire() == Wire.STDIO ? (workers + 1) / 2 : workers;
        for (int i = 0; i < share && next.get() < to; i++) {
          Worker worker =
              new Worker(
                  lane,
                  seed,
                  () -> {
                    long number = next.getAndAdd(lanes());
                    return number < to ? number : -1;
                  },
                  report,
                  log);
          Thread thread = new Thread(worker, "fuzz-" + lane + "-" + i);
          thread.start();
          running.add(thread);
        }
      }
      while (running.stream().anyMatch(Thread::isAlive)) {
        peak = Math.max(peak, threads());
        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      }
      log.drain().forEach(line -> report.violation("--seed " + seed + ", in the end: " + line));
    }
    int after = threadsInTheEnd(before);
    report.threads(before, peak, after);
    if (after > before) {
      report.violation(after - before + " threads are left: " + names());
    }
    return report;
  }

  private static int lanes() {
    return Lane.values().length;
  }

  /** Shared threads end two seconds after their last work. */
  private static int threadsInTheEnd(int before) {
    long end = System.nanoTime() + LINGER.toNanos();
    while (threads() > before && System.nanoTime() < end) {
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
    return threads();
  }

  private static int threads() {
    return names().size();
  }

  private static List<String> names() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("mcp-"))
        .sorted()
        .toList();
  }

  /**
   * @param args a number of cases, {@code --seed} and a number, {@code --case} and a number
   */
  public static void main(String[] args) {
    long cases = 10_000;
    long seed = SEED;
    long number = -1;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--seed" -> seed = Long.parseLong(args[++i]);
        case "--case" -> number = Long.parseLong(args[++i]);
        default -> cases = Long.parseLong(args[i]);
      }
    }
    Report report = number < 0 ? run(seed, cases, 4) : repeat(seed, number);
    System.out.print(report.summary());
    System.exit(report.violations().isEmpty() ? 0 : 1);
  }
}
