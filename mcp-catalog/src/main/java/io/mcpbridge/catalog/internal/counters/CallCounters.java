package io.mcpbridge.catalog.internal.counters;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the events of one server. Thread-safe. */
public final class CallCounters {

  private final Map<Counter, LongAdder> adders = new ConcurrentHashMap<>();

  public void increment(Counter counter) {
    add(counter, 1);
  }

  public void add(Counter counter, long amount) {
    adders.computeIfAbsent(counter, absent -> new LongAdder()).add(amount);
  }

  /** The counts by the keys of all counters, in their order. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Counter counter : Counter.values()) {
      LongAdder adder = adders.get(counter);
      counts.put(counter.key(), adder == null ? 0 : adder.sum());
    }
    return counts;
  }
}
