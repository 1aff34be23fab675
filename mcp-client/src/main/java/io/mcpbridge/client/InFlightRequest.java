package io.mcpbridge.client;

import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.revision.CallContext;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request in flight. Used by one thread at a time. */
final class InFlightRequest {

  private final Connection on;
  private final RequestId id;
  private final McpRequest<?> request;
  private final CallOptions options;
  private final CallContext context;
  private final ProgressReports progress;
  private final Exchange exchange;
  private final boolean sentBefore;
  private @Nullable Deadline limit;

  /**
   * @param sentBefore whether another round of the call was sent earlier
   */
  InFlightRequest(
      Connection on,
      RequestId id,
      McpRequest<?> request,
      CallOptions options,
      CallContext context,
      ProgressReports progress,
      Exchange exchange,
      boolean sentBefore) {
    this.on = on;
    this.id = id;
    this.request = request;
    this.options = options;
    this.context = context;
    this.progress = progress;
    this.exchange = exchange;
    this.sentBefore = sentBefore;
  }

  Connection on() {
    return on;
  }

  McpRequest<?> request() {
    return request;
  }

  CallContext context() {
    return context;
  }

  ProgressReports progress() {
    return progress;
  }

  Exchange exchange() {
    return exchange;
  }

  boolean isSentBefore() {
    return sentBefore;
  }

  /**
   * The deadline for the next message: the idle timeout, within the deadline of the call
   * (2026-07-28, timeouts).
   */
  Deadline limit(Deadline ofCall) {
    Deadline known = limit;
    if (known != null) {
      return known;
    }
    Duration idle = options.idleTimeout();
    return idle == null ? ofCall : ofCall.orEarlier(Deadline.after(idle, "idle-timeout"));
  }

  /** Restarts the idle timeout after a message. */
  void heard() {
    limit = null;
  }

  /**
   * Releases the thread, unless there is something to read, the deadline has passed, or the
   * transport needs a reading thread.
   *
   * @throws CallSuspension to release the thread
   */
  void suspend(Deadline until) {
    if (until.hasPassed()) {
      return;
    }
    CompletableFuture<@Nullable Void> ready = new CompletableFuture<>();
    if (exchange.whenReady(() -> ready.complete(null)) && !ready.isDone()) {
      limit = until;
      throw new CallSuspension(ready, until);
    }
  }

  void abandon(String reason) {
    exchange.abandon(on.revision().cancellation(id, reason));
  }
}
