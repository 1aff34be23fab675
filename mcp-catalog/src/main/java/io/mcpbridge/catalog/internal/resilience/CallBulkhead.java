package io.mcpbridge.catalog.internal.resilience;

import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.pipeline.Wait;
import io.mcpbridge.transport.Deadline;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A bulkhead: limits how many calls of one server may be in flight and how many may wait for a
 * permit, so that a slow server exhausts neither the application's threads nor itself. A returned
 * permit goes to the call that has waited longest: it is handed over, so that a new call cannot
 * take it first.
 */
public final class CallBulkhead {

  private final int permits;
  private final int maxQueued;
  private final Semaphore free;
  private final AtomicInteger waiting = new AtomicInteger();
  private final Queue<CompletableFuture<@Nullable Void>> queue = new ConcurrentLinkedQueue<>();

  public CallBulkhead(int permits, int maxQueued) {
    this.permits = permits;
    this.maxQueued = maxQueued;
    this.free = new Semaphore(permits);
  }

  /**
   * Requests a permit. The caller must {@link #end} the request in any case.
   *
   * @return complete if there is a permit; completes with a permit otherwise
   * @throws McpUnavailableException if too many calls are already waiting
   */
  public CompletableFuture<@Nullable Void> request() {
    return queue.isEmpty() && free.tryAcquire()
        ? CompletableFuture.completedFuture(null)
        : enqueue();
  }

  private CompletableFuture<@Nullable Void> enqueue() {
    if (waiting.incrementAndGet() > maxQueued) {
      waiting.decrementAndGet();
      throw new McpUnavailableException(
          inFlight()
              + ", and "
              + maxQueued
              + " more are queued (setting CallLimits.maxQueuedCalls)",
          null);
    }
    CompletableFuture<@Nullable Void> permit = new CompletableFuture<>();
    queue.add(permit);
    permit.whenComplete(
        (granted, failure) -> {
          waiting.decrementAndGet();
          if (failure != null) {
            queue.remove(permit);
          }
        });
    admit(); // a permit may have been released before this one was queued
    return permit;
  }

  /** The wait for a requested permit: fails if there is none before the deadline. */
  public Wait waitFor(CompletableFuture<@Nullable Void> permit, Deadline deadline) {
    return Wait.until(
        permit,
        deadline.remainingNanos(),
        () -> {
          if (!permit.isDone()) {
            permit.completeExceptionally(
                new McpTimeoutException(
                    "not sent within " + deadline.described() + ": " + inFlight()));
          }
        },
        "interrupted while waiting for other calls to end");
  }

  /** Ends a request: returns the permit, or leaves the queue. */
  public void end(CompletableFuture<@Nullable Void> permit) {
    boolean isGranted = !permit.cancel(false) && !permit.isCompletedExceptionally();
    if (isGranted) {
      handOver();
    }
  }

  /** Gives a permit to the call that has waited longest. */
  private void handOver() {
    CompletableFuture<@Nullable Void> first = queue.poll();
    while (first != null && !first.complete(null)) {
      first = queue.poll();
    }
    if (first == null) {
      free.release();
      admit(); // a call may have been queued since
    }
  }

  private void admit() {
    if (!queue.isEmpty() && free.tryAcquire()) {
      handOver();
    }
  }

  private String inFlight() {
    return permits
        + " of "
        + permits
        + " calls are in flight (setting CallLimits.maxConcurrentCalls)";
  }
}
