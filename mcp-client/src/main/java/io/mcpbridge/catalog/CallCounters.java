package io.mcpbridge.catalog;

import java.util.concurrent.atomic.LongAdder;

/** Counts the events of one server. Thread-safe. */
final class CallCounters {

  private final LongAdder calls = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final LongAdder connects = new LongAdder();
  private final LongAdder refreshes = new LongAdder();
  private final LongAdder retries = new LongAdder();

  void called(boolean failed) {
    calls.increment();
    if (failed) {
      failures.increment();
    }
  }

  void connected() {
    connects.increment();
  }

  void refreshed() {
    refreshes.increment();
  }

  void retried() {
    retries.increment();
  }

  ServerCounters counters() {
    return new ServerCounters(
        calls.sum(), failures.sum(), connects.sum(), refreshes.sum(), retries.sum());
  }
}
