package io.mcpbridge.test;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Holds the server back until the test says so, and tells the test that the server has arrived:
 * order without sleeping. Opens once and stays open. Thread-safe.
 *
 * <pre>{@code
 * Gate gate = new Gate();
 * server.tool("slow").handler(call -> { gate.pass(); return FakeResult.text("done"); });
 * // ... start the call on another thread
 * gate.awaitArrival(Duration.ofSeconds(5));   // the server is in the handler now
 * gate.open();
 * }</pre>
 */
public final class Gate {

  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CountDownLatch opened = new CountDownLatch(1);

  /**
   * Waits until the gate is open. Called on the side of the server.
   *
   * @throws InterruptedException if the server is being closed
   */
  public void pass() throws InterruptedException {
    arrived.countDown();
    opened.await();
  }

  /** Whether it is open; who asks that has arrived. */
  boolean isOpen() {
    arrived.countDown();
    return opened.getCount() == 0;
  }

  /** Lets everybody through, now and later. */
  public void open() {
    opened.countDown();
  }

  /**
   * Waits until somebody stands before the gate or went through it.
   *
   * @throws AssertionError if nobody came within this time
   */
  public void awaitArrival(Duration limit) {
    try {
      if (!arrived.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new AssertionError("nobody came to the gate within " + limit);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for somebody at the gate", e);
    }
  }
}
