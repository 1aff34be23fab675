package io.mcpbridge.client;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Whether any call of a client is under way. Thread-safe. */
final class UnderWay {

  private final AtomicInteger calls = new AtomicInteger();

  /** Makes a call. */
  <T> T during(Supplier<T> call) {
    calls.incrementAndGet();
    try {
      return call.get();
    } finally {
      calls.decrementAndGet();
    }
  }

  boolean any() {
    return calls.get() > 0;
  }
}
