package io.mcpbridge.realservers.stores;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The turns of several instances. All times are from one clock. */
record Turns(List<Turn> all) {

  private static final Duration LONGEST = Duration.ofMinutes(2);

  record Turn(long begin, long end) {}

  /** Collects the turns of an instance while it runs them. */
  static FutureTask<List<Turn>> of(Instance instance) {
    FutureTask<List<Turn>> turns =
        new FutureTask<>(
            () -> {
              List<Turn> heard = new ArrayList<>();
              String line;
              while (!(line = instance.readLine()).equals("done")) {
                String[] words = line.split(" ");
                if (!words[0].equals("turn")) {
                  throw new IOException("an instance failed: " + line);
                }
                heard.add(new Turn(Long.parseLong(words[1]), Long.parseLong(words[2])));
              }
              return heard;
            });
    new Thread(turns, "turns").start();
    return turns;
  }

  static Turns of(List<FutureTask<List<Turn>>> instances)
      throws InterruptedException, ExecutionException, TimeoutException {
    List<Turn> all = new ArrayList<>();
    for (FutureTask<List<Turn>> instance : instances) {
      all.addAll(instance.get(LONGEST.toSeconds(), TimeUnit.SECONDS));
    }
    all.sort(Comparator.comparingLong(Turn::begin));
    return new Turns(all);
  }

  /** How many turns began during another one. */
  long together() {
    long together = 0;
    long end = Long.MIN_VALUE;
    for (Turn turn : all) {
      together += end != Long.MIN_VALUE && turn.begin() - end < 0 ? 1 : 0;
      end = end == Long.MIN_VALUE || turn.end() - end > 0 ? turn.end() : end;
    }
    return together;
  }

  /** The time from that moment to the start of the next turn. */
  Duration untilTheNext(long moment) {
    return all.stream()
        .map(turn -> turn.begin() - moment)
        .filter(after -> after > 0)
        .min(Comparator.naturalOrder())
        .map(Duration::ofNanos)
        .orElseThrow();
  }
}
