package io.mcpbridge.client;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.revision.InputResponses;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A call while it runs: its deadline, the connection it is made on, and what has to be abandoned if
 * it is cancelled.
 */
final class ActiveCall {

  private static final Entered CANCELLED = new Entered(null, null);

  private final Deadline deadline;
  private final AtomicReference<@Nullable Entered> entered = new AtomicReference<>();
  private final CountDownLatch cancelled = new CountDownLatch(1);
  private @Nullable Connection connection;
  private @Nullable InputResponses inputs;

  ActiveCall(Deadline deadline) {
    this.deadline = deadline;
  }

  Deadline deadline() {
    return deadline;
  }

  /** Chooses the connection for the rounds that follow. */
  void on(Connection chosen) {
    connection = chosen;
  }

  /** The connection chosen last. */
  Connection connection() {
    return Objects.requireNonNull(connection, "a connection is chosen before a round is made");
  }

  /** What the next round brings along; {@code null} in the first. */
  @Nullable InputResponses inputs() {
    return inputs;
  }

  void bring(InputResponses answers) {
    inputs = answers;
  }

  /** Does something for the call that is no round of it: what a round brings along stays behind. */
  void aside(Runnable work) {
    InputResponses kept = inputs;
    inputs = null;
    try {
      work.run();
    } finally {
      inputs = kept;
    }
  }

  /**
   * Waits a while before the next round.
   *
   * @throws McpCancelledException if the call is cancelled meanwhile, or this thread interrupted
   */
  void pause(Duration time) {
    try {
      long nanos = Math.min(time.toNanos(), Math.max(0, deadline.remainingNanos()));
      if (cancelled.await(nanos, TimeUnit.NANOSECONDS)) {
        throw cancelled();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new McpCancelledException("interrupted between two rounds of the call", e);
    }
  }

  /** From now on, cancelling the call abandons this exchange with that notice. */
  void enter(Exchange exchange, Outbound notice) {
    if (!entered.compareAndSet(null, new Entered(exchange, notice))) {
      exchange.abandon(notice);
      throw cancelled();
    }
  }

  void leave() {
    entered.updateAndGet(now -> now == CANCELLED ? CANCELLED : null);
  }

  void cancel() {
    Entered now = entered.getAndSet(CANCELLED);
    cancelled.countDown();
    Exchange exchange = now == null ? null : now.exchange();
    if (now != null && exchange != null) {
      exchange.abandon(now.notice());
    }
  }

  void refuseIfCancelled() {
    if (entered.get() == CANCELLED) {
      throw cancelled();
    }
  }

  private static McpCancelledException cancelled() {
    return new McpCancelledException("cancelled by the caller");
  }

  private record Entered(@Nullable Exchange exchange, @Nullable Outbound notice) {}
}
