package io.mcpbridge.client;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Counts a client's calls in flight. Thread-safe. */
final class InFlightCounter {

  private final AtomicInteger calls = new AtomicInteger();

  /** Runs a call and counts it. */
  <T> T during(Supplier<T> call) {
    begin();
    try {
      return call.get();
    } finally {
      end();
    }
  }

  /** Counts a call; the caller must call {@link #end()}. */
  void begin() {
    calls.incrementAndGet();
  }

  void end() {
    calls.decrementAndGet();
  }

  boolean any() {
    return calls.get() > 0;
  }
}
