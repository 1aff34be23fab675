package io.mcpbridge.test.exchange;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Blocks the server until the test opens it, and lets the test wait until the server has arrived:
 * ordering without sleeping. Opens once and stays open. Thread-safe.
 *
 * <pre>{@code
 * Latch latch = new Latch();
 * server.tool("slow").handler(call -> { latch.pass(); return FakeResult.text("done"); });
 * // ... start the call on another thread
 * latch.awaitArrival(Duration.ofSeconds(5));   // the server is in the handler now
 * latch.open();
 * }</pre>
 */
public final class Latch {

  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CountDownLatch opened = new CountDownLatch(1);

  /**
   * Waits until the latch is open. Called by the server.
   *
   * @throws InterruptedException if the server is being closed
   */
  public void pass() throws InterruptedException {
    arrived.countDown();
    opened.await();
  }

  /** Whether it is open; counts as an arrival. */
  public boolean isOpen() {
    arrived.countDown();
    return opened.getCount() == 0;
  }

  /** Releases all waiting threads, now and later. */
  public void open() {
    opened.countDown();
  }

  /**
   * Waits until a thread has arrived at the latch.
   *
   * @throws AssertionError if none arrived in time
   */
  public void awaitArrival(Duration limit) {
    try {
      if (!arrived.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new AssertionError("no thread reached the latch within " + limit);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a thread to reach the latch", e);
    }
  }
}
