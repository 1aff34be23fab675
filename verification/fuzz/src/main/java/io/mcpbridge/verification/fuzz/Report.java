package io.mcpbridge.verification.fuzz;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The results of all cases. Thread-safe. */
final class Report {

  private static final int MAX_SHOWN = 20;

  private final long seed;
  private final long begun = System.nanoTime();
  private final Map<Lane, Map<String, Integer>> outcomes = new EnumMap<>(Lane.class);
  private final Map<Lane, Long> over = new EnumMap<>(Lane.class);
  private final Map<Lane, Long> slowest = new EnumMap<>(Lane.class);
  private final List<String> violations = new ArrayList<>();
  private long count;
  private int violated;
  private int threadsBefore;
  private int threadsPeak;
  private int threadsAfter;

  Report(long seed) {
    this.seed = seed;
  }

  synchronized void ended(Lane lane, String outcome, long nanos) {
    count++;
    outcomes.computeIfAbsent(lane, l -> new TreeMap<>()).merge(outcome, 1, Integer::sum);
    slowest.merge(lane, nanos, Math::max);
    over.put(lane, System.nanoTime() - begun);
  }

  synchronized void violation(String violation) {
    violated++;
    if (violations.size() < MAX_SHOWN) {
      violations.add(violation);
    }
  }

  synchronized void threads(int before, int peak, int after) {
    threadsBefore = before;
    threadsPeak = peak;
    threadsAfter = after;
  }

  synchronized long count() {
    return count;
  }

  /** The violations, at most the first twenty. */
  synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  /** The summary for users. */
  synchronized String summary() {
    StringBuilder text = new StringBuilder();
    double seconds = (System.nanoTime() - begun) / 1e9;
    text.append(String.format(Locale.ROOT, "%,d cases, seed %d, %.1f s%n", count, seed, seconds));
    outcomes.forEach(
        (lane, of) -> {
          int cases = of.values().stream().mapToInt(Integer::intValue).sum();
          long millis = Duration.ofNanos(slowest.getOrDefault(lane, 0L)).toMillis();
          text.append(
              String.format(
                  Locale.ROOT,
                  "%n%s: %,d cases, slowest %,d ms, all over after %.1f s%n",
                  lane.title(),
                  cases,
                  millis,
                  over.getOrDefault(lane, 0L) / 1e9));
          of.forEach(
              (outcome, times) ->
                  text.append(String.format(Locale.ROOT, "  %,9d  %s%n", times, outcome)));
        });
    text.append(
        String.format(
            Locale.ROOT,
            "%nthreads of the library: %d before, %d at most, %d after%n",
            threadsBefore,
            threadsPeak,
            threadsAfter));
    text.append(String.format(Locale.ROOT, "violations: %d%n", violated));
    violations.forEach(violation -> text.append("  ").append(violation).append('\n'));
    return text.toString();
  }
}
