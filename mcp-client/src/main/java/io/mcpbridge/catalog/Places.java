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
 * How many calls of one server may be under way, and how many may wait for that, so that a slow
 * server takes neither all threads of the application nor more load than it can bear. A call that
 * comes when there is a place takes it, even if others are still waking up for it: handing each
 * place over to a parked thread would leave it unused meanwhile.
 */
final class Places {

  private final int places;
  private final int mostWaiting;
  private final Semaphore free;
  private final AtomicInteger waiting = new AtomicInteger();
  private final Queue<CompletableFuture<@Nullable Void>> asyncWaiters =
      new ConcurrentLinkedQueue<>();
  private final AtomicInteger turn = new AtomicInteger();

  Places(int places, int mostWaiting) {
    this.places = places;
    this.mostWaiting = mostWaiting;
    this.free = new Semaphore(places);
  }

  /**
   * Does something as soon as there is a place for it.
   *
   * @throws McpTimeoutException if there is none before the deadline; nothing was done
   * @throws McpUnavailableException if too many wait for one already
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
   * Takes a place, without a thread that waits for it; {@link #release()} is owed for it then.
   *
   * @return completed when there is one, and exceptionally as {@link #during} throws
   */
  CompletableFuture<@Nullable Void> takeAsync(Deadline deadline, AsyncCall async) {
    return free.tryAcquire()
        ? CompletableFuture.completedFuture(null)
        : async.await(() -> enqueue(deadline));
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
    admit(); // one may have been released before it was in the queue
    return place;
  }

  /** Gives a place back. */
  void release() {
    free.release();
    // Threads get every second place where they wait, too.
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
      if (!taken) {
        admit(); // a place may have been left for this thread
      }
    }
    if (!taken) {
      throw tooLate(deadline);
    }
  }

  private void countWaiting() {
    if (waiting.incrementAndGet() > mostWaiting) {
      waiting.decrementAndGet();
      throw new McpUnavailableException(
          underWay() + ", and " + mostWaiting + " wait for them (setting max-waiting-calls)", null);
    }
  }

  private McpException tooLate(Deadline deadline) {
    return notSent(
        new McpTimeoutException(
            "not sent within " + deadline.described() + ", since " + underWay()));
  }

  private String underWay() {
    return places + " of " + places + " calls are under way (setting max-concurrent-calls)";
  }

  private static McpException notSent(McpException failure) {
    failure.beforeSending();
    return failure;
  }
}
