package io.mcpbridge.catalog.internal.counters;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts the events of one server. Thread-safe, without a lock. */
public final class CallCounters {

  private final LongAdder[] adders =
      Stream.generate(LongAdder::new).limit(Counter.values().length).toArray(LongAdder[]::new);

  public void increment(Counter counter) {
    add(counter, 1);
  }

  public void add(Counter counter, long amount) {
    adders[counter.ordinal()].add(amount);
  }

  /** The counts by the keys of all counters, in their order. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Counter counter : Counter.values()) {
      counts.put(counter.key(), adders[counter.ordinal()].sum());
    }
    return counts;
  }
}
