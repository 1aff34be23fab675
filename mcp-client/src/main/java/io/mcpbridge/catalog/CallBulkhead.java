package io.mcpbridge.catalog;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.thread.SharedTimer;
import io.mcpbridge.transport.Deadline;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A bulkhead: limits how many calls of one server may be in flight and how many may wait for a
 * permit, so that a slow server exhausts neither the application's threads nor itself. A new call
 * may take a free permit before waiting calls wake up: handing it to a parked thread would leave it
 * unused meanwhile.
 */
final class CallBulkhead {

  private final int places;
  private final int mostWaiting;
  private final Semaphore free;
  private final AtomicInteger waiting = new AtomicInteger();
  private final Queue<CompletableFuture<@Nullable Void>> asyncWaiters =
      new ConcurrentLinkedQueue<>();
  private final AtomicInteger turn = new AtomicInteger();

  CallBulkhead(int places, int mostWaiting) {
    this.places = places;
    this.mostWaiting = mostWaiting;
    this.free = new Semaphore(places);
  }

  /**
   * Runs the call as soon as a permit is available.
   *
   * @throws McpTimeoutException if no permit is available before the deadline; the call did not run
   * @throws McpUnavailableException if too many calls are already waiting
   * @throws McpCancelledException if the thread is interrupted while it waits
   */
  <T> T during(Deadline deadline, Supplier<T> call) {
    take(deadline);
    try {
      return call.get();
    } finally {
      release();
    }
  }

  /**
   * Acquires a permit without blocking a thread; the caller must then call {@link #release()}.
   *
   * @return completes with a permit, or exceptionally as {@link #during} throws
   */
  CompletableFuture<@Nullable Void> takeAsync(Deadline deadline, AsyncCall async) {
    return free.tryAcquire()
        ? CompletableFuture.completedFuture(null)
        : async.await(() -> enqueue(deadline), this::release);
  }

  private CompletableFuture<@Nullable Void> enqueue(Deadline deadline) {
    countWaiting();
    CompletableFuture<@Nullable Void> place = new CompletableFuture<>();
    Future<?> timeout =
        SharedTimer.plan(
            Math.max(0, deadline.remainingNanos()),
            () -> place.completeExceptionally(tooLate(deadline)));
    asyncWaiters.add(place);
    place.whenComplete(
        (taken, failure) -> {
          timeout.cancel(false);
          waiting.decrementAndGet();
          if (failure != null) {
            asyncWaiters.remove(place);
          }
        });
    admit(); // a permit may have been released before this one was queued
    return place;
  }

  /** Returns a permit. */
  void release() {
    free.release();
    // If threads wait, too, they get every other permit.
    if (!free.hasQueuedThreads() || (turn.incrementAndGet() & 1) == 0) {
      admit();
    }
  }

  private void admit() {
    while (!asyncWaiters.isEmpty() && free.tryAcquire()) {
      CompletableFuture<@Nullable Void> first = asyncWaiters.poll();
      if (first == null || !first.complete(null)) {
        free.release();
      }
    }
  }

  private void take(Deadline deadline) {
    try {
      if (!free.tryAcquire()) {
        await(deadline);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notSent(
          new McpCancelledException("interrupted while it waited for other calls to end", e));
    }
  }

  private void await(Deadline deadline) throws InterruptedException {
    countWaiting();
    boolean taken = false;
    try {
      taken = free.tryAcquire(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
    } finally {
      waiting.decrementAndGet();
      admit(); // releases may have left permits to this thread while it was in the queue
    }
    if (!taken) {
      throw tooLate(deadline);
    }
  }

  private void countWaiting() {
    if (waiting.incrementAndGet() > mostWaiting) {
      waiting.decrementAndGet();
      throw new McpUnavailableException(
          underWay() + ", and " + mostWaiting + " wait for them (setting max-queued-calls)", null);
    }
  }

  private McpException tooLate(Deadline deadline) {
    return notSent(
        new McpTimeoutException(
            "not sent within " + deadline.described() + ", since " + underWay()));
  }

  private String underWay() {
    return places + " of " + places + " calls are in flight (setting max-concurrent-calls)";
  }

  private static McpException notSent(McpException failure) {
    failure.beforeSending();
    return failure;
  }
}
