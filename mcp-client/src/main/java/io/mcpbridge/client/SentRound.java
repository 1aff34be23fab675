package io.mcpbridge.client;

import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.revision.CallContext;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request on the wire, while its answer is waited for. Used by one thread at a time. */
final class SentRound {

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
   * @param sentBefore whether another round of the call was sent before this one
   */
  SentRound(
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
   * When the next message is due; the limit of the whole call stays what it is (2026-07-28,
   * timeouts).
   */
  Deadline limit(Deadline ofCall) {
    Deadline known = limit;
    if (known != null) {
      return known;
    }
    Duration idle = options.idleTimeout();
    return idle == null ? ofCall : ofCall.orEarlier(Deadline.after(idle, "idle-timeout"));
  }

  /** A message has come: the next one has as much time again. */
  void heard() {
    limit = null;
  }

  /**
   * Gives up the thread, unless there is something to read, it is too late to wait, or the
   * transport needs a thread that reads.
   *
   * @throws Suspension if it does
   */
  void suspend(Deadline until) {
    if (until.hasPassed()) {
      return;
    }
    CompletableFuture<@Nullable Void> ready = new CompletableFuture<>();
    if (exchange.whenReady(() -> ready.complete(null)) && !ready.isDone()) {
      limit = until;
      throw new Suspension(ready, until);
    }
  }

  void abandon(String reason) {
    exchange.abandon(on.revision().cancellation(id, reason));
  }
}
