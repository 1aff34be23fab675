package io.mcpbridge.client;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A call while it runs: its deadline, and what has to be abandoned if it is cancelled. */
final class ActiveCall {

  private final Deadline deadline;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Exchange exchange;
  private @Nullable Outbound notice;
  private boolean cancelled;

  ActiveCall(Deadline deadline) {
    this.deadline = deadline;
  }

  Deadline deadline() {
    return deadline;
  }

  /** From now on, cancelling the call abandons this exchange with that notice. */
  void entered(Exchange entered, Outbound cancellation) {
    lock.lock();
    try {
      if (cancelled) {
        entered.abandon(cancellation);
        throw new McpCancelledException("cancelled by the caller");
      }
      exchange = entered;
      notice = cancellation;
    } finally {
      lock.unlock();
    }
  }

  void left() {
    lock.lock();
    try {
      exchange = null;
      notice = null;
    } finally {
      lock.unlock();
    }
  }

  void cancel() {
    lock.lock();
    try {
      cancelled = true;
      if (exchange != null) {
        exchange.abandon(notice);
      }
    } finally {
      lock.unlock();
    }
  }

  void refuseIfCancelled() {
    lock.lock();
    try {
      if (cancelled) {
        throw new McpCancelledException("cancelled by the caller");
      }
    } finally {
      lock.unlock();
    }
  }
}
