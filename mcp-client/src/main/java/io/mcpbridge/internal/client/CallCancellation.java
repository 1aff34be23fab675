package io.mcpbridge.internal.client;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A call's cancellation state and the exchange to abandon on cancellation. */
final class CallCancellation implements Deadline.CancelCheck {

  private static final CancelScope CANCELLED = new CancelScope(null, null);

  private final AtomicReference<@Nullable CancelScope> cancelScope = new AtomicReference<>();
  private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();

  /** From now on, cancelling abandons this exchange and sends this notice. */
  void enter(Exchange exchange, Outbound notice) {
    if (!cancelScope.compareAndSet(null, new CancelScope(exchange, notice))) {
      exchange.abandon(notice);
      throw cancelled();
    }
  }

  void exit() {
    cancelScope.updateAndGet(now -> now == CANCELLED ? CANCELLED : null);
  }

  /**
   * Cancels on this thread; abandons the exchange on the executor, because notifying the server may
   * block.
   */
  void cancel(Executor abandoning) {
    CancelScope now = cancelScope.getAndSet(CANCELLED);
    Exchange exchange = now == null ? null : now.exchange();
    if (now != null && exchange != null) {
      abandoning.execute(() -> exchange.abandon(now.notice()));
    }
    listeners.forEach(Runnable::run);
  }

  @Override
  public void addListener(Runnable listener) {
    listeners.add(listener);
    if (cancelScope.get() == CANCELLED) {
      listener.run();
    }
  }

  @Override
  public void removeListener(Runnable listener) {
    listeners.remove(listener);
  }

  /**
   * @throws McpCancelledException if the call was cancelled
   */
  void refuseIfCancelled() {
    if (cancelScope.get() == CANCELLED) {
      throw cancelled();
    }
  }

  private static McpCancelledException cancelled() {
    return new McpCancelledException("cancelled by the caller");
  }

  private record CancelScope(@Nullable Exchange exchange, @Nullable Outbound notice) {}
}
