package io.mcpbridge.internal.http.call;

import io.mcpbridge.auth.WaitContext;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the credentials of one request. Can be canceled like an attempt, and releases the
 * request's permit meanwhile.
 */
final class CredentialsWaitContext implements WaitContext, Cancellable {

  private final PoolHandle handle;
  private final RequestPermit requestPermit;
  private final HttpErrors errors;
  private final Deadline deadline;
  private final AtomicReference<HttpAttempt.@Nullable State> end = new AtomicReference<>();
  private volatile CompletableFuture<Boolean> wake = new CompletableFuture<>();

  /**
   * @param requestPermit the permit to release while waiting, if the request holds it
   */
  CredentialsWaitContext(
      PoolHandle handle, RequestPermit requestPermit, HttpErrors errors, Deadline deadline) {
    this.handle = handle;
    this.requestPermit = requestPermit;
    this.errors = errors;
    this.deadline = deadline;
  }

  @Override
  public boolean await(CompletableFuture<?> work, Duration atMost, String description) {
    if (work.isDone()) {
      return true;
    }
    boolean hadPermit = requestPermit.release();
    Exception cause = awaited(work, Math.min(atMost.toNanos(), deadline.remainingNanos()));
    if (!work.isDone() && deadline.hasPassed()) {
      cancel(HttpAttempt.State.TIMED_OUT);
    }
    HttpAttempt.State reason = end.get();
    if (reason != null) {
      throw errors.endedWaiting(reason, deadline, description, cause);
    }
    if (hadPermit) {
      requestPermit.take(errors.subject(), deadline);
    }
    return work.isDone();
  }

  /** Waits until the work is complete, the deadline passes or the wait is canceled. */
  private @Nullable Exception awaited(CompletableFuture<?> work, long nanos) {
    CompletableFuture<Boolean> woken = new CompletableFuture<>();
    wake = woken;
    Runnable cancelled = () -> cancel(HttpAttempt.State.ABANDONED);
    deadline.cancelCheck().addListener(cancelled);
    handle.list(this);
    try {
      if (end.get() == null) {
        CompletableFuture.anyOf(work, woken).get(nanos, TimeUnit.NANOSECONDS);
      }
    } catch (ExecutionException | TimeoutException e) {
      return null; // complete, or the deadline passed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancel(HttpAttempt.State.INTERRUPTED);
      return e;
    } finally {
      handle.delist(this);
      deadline.cancelCheck().removeListener(cancelled);
      woken.complete(true); // lets the future drop its reference to this wait
    }
    return null;
  }

  @Override
  public void cancel(HttpAttempt.State reason) {
    end.compareAndSet(null, reason);
    wake.complete(true);
  }
}
