package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.resilience.CallBulkhead;
import io.mcpbridge.catalog.internal.resilience.CircuitBreaker;
import io.mcpbridge.catalog.internal.resilience.RetryPolicy;
import io.mcpbridge.catalog.internal.supervision.ManagedServer;
import io.mcpbridge.catalog.internal.supervision.ServerCalls;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.client.ClientEngine;
import io.mcpbridge.internal.pipeline.Attempts;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineCall;
import io.mcpbridge.transport.Deadline;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request to a server, and what the steps of {@link CallPipeline} remember about it. */
abstract class ServerCall extends PipelineCall {

  private @Nullable ManagedServer server;
  private @Nullable CallBulkhead bulkhead;
  private @Nullable CompletableFuture<@Nullable Void> permit;
  private CircuitBreaker.@Nullable Permission permission;
  private int retries;

  private Attempts attempts = Attempts.NONE;
  private long pause;

  /** The name of the request in messages, such as {@code resources/read}. */
  abstract String operation();

  /** Ends every wait. */
  abstract Deadline deadline();

  /**
   * Checks that the request is still allowed, since it may have waited.
   *
   * @throws McpException if it is not
   */
  abstract void refuseUnlessAllowed();

  /** Whether the circuit breaker counts the outcome. */
  abstract boolean countsForCircuitBreaker();

  /** What a failure means for the circuit breaker. */
  abstract CircuitBreaker.Outcome outcome(McpException failure);

  /** Whether it is safe to send the request again. */
  abstract boolean mayRetry(McpException failure, RetryPolicy retryPolicy);

  /** Sends the request and takes its result. */
  abstract Next send(ClientEngine client);

  /** The request is about to be sent. */
  void sending() {
    attempts = attempts.sending();
  }

  /** The attempt has ended: the next one sends the request anew. */
  void attemptEnded() {
    if (failure() instanceof McpException e) {
      attempts = attempts.with(e.delivery());
    }
  }

  /** Reports to supervision what the end of the request reveals about the server. */
  abstract void report(ServerCalls calls, @Nullable McpException failure);

  ManagedServer server() {
    return Objects.requireNonNull(server);
  }

  boolean hasServer() {
    return server != null;
  }

  void chooseServer(ManagedServer chosen) {
    server = chosen;
  }

  /** The bulkhead that the permit was requested from. */
  CallBulkhead bulkhead() {
    return Objects.requireNonNull(bulkhead);
  }

  /** The permit of the current attempt, or the request for it. */
  @Nullable CompletableFuture<@Nullable Void> permit() {
    return permit;
  }

  void requests(CallBulkhead from) {
    bulkhead = from;
    permit = from.request();
  }

  void permitReturned() {
    permit = null;
  }

  CircuitBreaker.@Nullable Permission permission() {
    return permission;
  }

  void permission(CircuitBreaker.@Nullable Permission acquired) {
    permission = acquired;
  }

  /** How many times the request was repeated. */
  int retries() {
    return retries;
  }

  /** Repeats the request after a pause, since an attempt failed. */
  void retryAfter(long nanos) {
    retries++;
    pause = nanos;
  }

  /** The pause before the next attempt, once. */
  long takePause() {
    long nanos = pause;
    pause = 0;
    return nanos;
  }

  /** A failure of the whole call: it names the operation and covers all attempts. */
  McpException described(String serverName, McpException failure) {
    return failure.withOperation(serverName, operation()).withDelivery(attempts.worst());
  }
}
