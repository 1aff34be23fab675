package io.mcpbridge.catalog.state;

import io.mcpbridge.catalog.server.ServerCounters;
import java.util.concurrent.atomic.LongAdder;

/** Counts the events of one server. Thread-safe. */
public final class CallCounters {

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

  public void refreshed() {
    refreshes.increment();
  }

  public void retried() {
    retries.increment();
  }

  public ServerCounters counters() {
    return new ServerCounters(
        calls.sum(), failures.sum(), connects.sum(), refreshes.sum(), retries.sum());
  }
}
