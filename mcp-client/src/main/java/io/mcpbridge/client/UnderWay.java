package io.mcpbridge.client;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Whether any call of a client is under way. Thread-safe. */
final class UnderWay {

  private final AtomicInteger calls = new AtomicInteger();

  /** Makes a call. */
  <T> T during(Supplier<T> call) {
    begin();
    try {
      return call.get();
    } finally {
      end();
    }
  }

  /** One more begins; {@link #end()} is owed for it. */
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
