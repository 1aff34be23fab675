package io.mcpbridge.internal.http.call;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The current step of a longer operation. Cancellation ends that step, and every later one as soon
 * as it is entered. One thread enters steps; any thread may cancel.
 */
public final class CancellableSequence implements Cancellable {

  private final AtomicReference<HttpAttempt.@Nullable State> end = new AtomicReference<>();
  private volatile @Nullable Cancellable step;

  public <B extends Cancellable> B enter(B next) {
    step = next;
    HttpAttempt.State reason = end.get();
    if (reason != null) {
      next.cancel(reason);
    }
    return next;
  }

  public boolean isBrokenOff() {
    return end.get() != null;
  }

  @Override
  public void cancel(HttpAttempt.State reason) {
    end.compareAndSet(null, reason);
    Cancellable now = step;
    if (now != null) {
      now.cancel(reason);
    }
  }
}
