package io.mcpbridge.internal.http.call;

import io.mcpbridge.transport.Deadline;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A delay before the next attempt; can be canceled like an attempt. Used once. */
public final class InterruptibleDelay implements Cancellable {

  private final Set<Cancellable> live;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicReference<HttpAttempt.@Nullable State> end = new AtomicReference<>();

  /**
   * @param live the set that lists the pause while a thread may wait in it
   */
  InterruptibleDelay(Set<Cancellable> live) {
    this.live = live;
    live.add(this);
  }

  /**
   * Waits this long.
   *
   * @param errors names the purpose of the wait in exceptions
   * @throws io.mcpbridge.error.McpException as {@link HttpAttempt#run} if it is canceled, this
   *     thread interrupted or the deadline passed
   */
  public void await(long nanos, Deadline deadline, HttpErrors errors) {
    Exception cause = null;
    try {
      ended.await(Math.min(nanos, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancel(HttpAttempt.State.INTERRUPTED);
      cause = e;
    } finally {
      live.remove(this);
    }
    if (deadline.hasPassed()) {
      cancel(HttpAttempt.State.TIMED_OUT);
    }
    HttpAttempt.State reason = end.get();
    if (reason != null) {
      throw errors.ended(reason, deadline, true, cause);
    }
  }

  @Override
  public void cancel(HttpAttempt.State reason) {
    end.compareAndSet(null, reason);
    ended.countDown();
  }
}
