package io.mcpbridge.transport.http;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The current step of a longer operation. Cancellation ends that step, and every later one as soon
 * as it is entered. One thread enters steps; any thread may cancel.
 */
final class CurrentStep implements Breakable {

  private final AtomicReference<HttpAttempt.@Nullable State> end = new AtomicReference<>();
  private volatile @Nullable Breakable step;

  <B extends Breakable> B enter(B next) {
    step = next;
    HttpAttempt.State why = end.get();
    if (why != null) {
      next.breakOff(why);
    }
    return next;
  }

  boolean isBrokenOff() {
    return end.get() != null;
  }

  @Override
  public void breakOff(HttpAttempt.State why) {
    end.compareAndSet(null, why);
    Breakable now = step;
    if (now != null) {
      now.breakOff(why);
    }
  }
}
