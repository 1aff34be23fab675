package io.mcpbridge.catalog;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.transport.Deadline;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * How many calls of one server may be under way, and how many may wait for that, so that a slow
 * server takes neither all threads of the application nor more load than it can bear. Who comes
 * first is served first.
 */
final class Places {

  private final int places;
  private final int mostWaiting;
  private final Semaphore free;
  private final AtomicInteger waiting = new AtomicInteger();

  Places(int places, int mostWaiting) {
    this.places = places;
    this.mostWaiting = mostWaiting;
    this.free = new Semaphore(places, true);
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
      free.release();
    }
  }

  private void take(Deadline deadline) {
    try {
      // Nobody is overtaken: of the two ways to try, the one with a time keeps the order.
      if (!free.tryAcquire(0, TimeUnit.NANOSECONDS)) {
        await(deadline);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notSent(
          new McpCancelledException("interrupted while it waited for other calls to end", e));
    }
  }

  private void await(Deadline deadline) throws InterruptedException {
    try {
      if (waiting.incrementAndGet() > mostWaiting) {
        throw new McpUnavailableException(
            underWay() + ", and " + mostWaiting + " wait for them (setting max-waiting-calls)",
            null);
      }
      if (!free.tryAcquire(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS)) {
        throw notSent(
            new McpTimeoutException(
                "not sent within " + deadline.described() + ", since " + underWay()));
      }
    } finally {
      waiting.decrementAndGet();
    }
  }

  private String underWay() {
    return places + " of " + places + " calls are under way (setting max-concurrent-calls)";
  }

  private static McpException notSent(McpException failure) {
    failure.beforeSending();
    return failure;
  }
}
