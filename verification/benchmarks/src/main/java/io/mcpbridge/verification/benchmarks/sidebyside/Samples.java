package io.mcpbridge.verification.benchmarks.sidebyside;

import io.mcpbridge.verification.benchmarks.contestant.Contestant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The same measurement of all contestants, in turn. */
final class Samples {

  private final Map<Contestant, List<Figures>> taken = new EnumMap<>(Contestant.class);

  /** Skips a contestant after its first failure. */
  static Samples take(List<WorkerProcess> workers, int rounds, String measurement)
      throws IOException {
    Samples samples = new Samples();
    Set<Contestant> failed = new HashSet<>();
    for (int round = 0; round < rounds; round++) {
      for (WorkerProcess worker : workers) {
        Contestant contestant = worker.contestant();
        if (!failed.contains(contestant)) {
          Figures figures = worker.measure(measurement);
          if (figures == null) {
            failed.add(contestant);
          } else {
            samples.add(contestant, figures);
          }
        }
      }
    }
    failed.forEach(samples.taken::remove);
    return samples;
  }

  void add(Contestant contestant, Figures figures) {
    taken.computeIfAbsent(contestant, c -> new ArrayList<>()).add(figures);
  }

  /** One figure of each contestant that did not fail: the median over the rounds. */
  Map<Contestant, Double> median(String figure) {
    return summarize(figure, values -> values[values.length / 2]);
  }

  /** The value below which a quarter of the rounds is: of times, the quarter least disturbed. */
  Map<Contestant, Double> lowerQuartile(String figure) {
    return summarize(figure, values -> values[values.length / 4]);
  }

  /** The value above which a quarter of the rounds is. */
  Map<Contestant, Double> upperQuartile(String figure) {
    return summarize(figure, values -> values[values.length - 1 - values.length / 4]);
  }

  /** For measurements too coarse for a median. */
  Map<Contestant, Double> mean(String figure) {
    return summarize(figure, values -> Arrays.stream(values).average().orElse(Double.NaN));
  }

  /** One figure of each contestant, summed over all rounds. */
  Map<Contestant, Double> sum(String figure) {
    return summarize(figure, values -> Arrays.stream(values).sum());
  }

  private interface Summary {
    double of(double[] sorted);
  }

  private Map<Contestant, Double> summarize(String figure, Summary summary) {
    Map<Contestant, Double> result = new EnumMap<>(Contestant.class);
    taken.forEach(
        (contestant, figures) ->
            result.put(
                contestant,
                summary.of(figures.stream().mapToDouble(f -> f.get(figure)).sorted().toArray())));
    return result;
  }
}
