package io.mcpbridge.internal.client;

import io.mcpbridge.internal.client.connection.Connection;
import io.mcpbridge.internal.client.connection.ProgressReports;
import io.mcpbridge.internal.pipeline.Wait;
import io.mcpbridge.internal.revision.CallContext;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request in flight. Used by one thread at a time. */
final class InFlightRequest {

  private final Connection on;
  private final RequestId id;
  private final CallContext context;
  private final ProgressReports progress;
  private final Exchange exchange;
  private @Nullable Deadline limit;

  InFlightRequest(
      Connection on,
      RequestId id,
      CallContext context,
      ProgressReports progress,
      Exchange exchange) {
    this.on = on;
    this.id = id;
    this.context = context;
    this.progress = progress;
    this.exchange = exchange;
  }

  Connection on() {
    return on;
  }

  RequestId id() {
    return id;
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

  /**
   * The deadline for the next message: the idle timeout, within the deadline of the call
   * (2026-07-28, timeouts).
   */
  Deadline limit(ClientCall call) {
    Deadline current = limit;
    if (current == null) {
      Duration idle = call.options().idleTimeout();
      current =
          idle == null
              ? call.deadline()
              : call.deadline().orEarlier(Deadline.after(idle, "idle-timeout"));
      limit = current;
    }
    return current;
  }

  /** Restarts the idle timeout after a message. */
  void resetIdleTimeout() {
    limit = null;
  }

  /**
   * What an asynchronous call waits for without a thread; {@code null} if there is something to
   * read, the deadline has passed, or the transport needs a reading thread.
   */
  @Nullable Wait untilReadable(Deadline until) {
    if (until.hasPassed()) {
      return null;
    }
    CompletableFuture<@Nullable Void> ready = new CompletableFuture<>();
    if (!exchange.whenReady(() -> ready.complete(null)) || ready.isDone()) {
      return null;
    }
    return Wait.until(
        ready,
        until.isNever() ? Long.MAX_VALUE : until.remainingNanos(),
        () -> ready.complete(null),
        "interrupted while waiting for the response");
  }

  void abandon(ClientCall call, String reason) {
    exchange.abandon(
        on.revision().cancellation(id, reason).withCallHeaders(call.options().headers()));
  }
}
