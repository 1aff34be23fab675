package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.resilience.CircuitBreaker;
import io.mcpbridge.catalog.internal.resilience.RetryPolicy;
import io.mcpbridge.catalog.internal.supervision.ManagedServer;
import io.mcpbridge.catalog.internal.supervision.ServerCalls;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.client.ClientEngine;
import io.mcpbridge.internal.pipeline.Attempts;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineCall;
import io.mcpbridge.transport.Deadline;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A request to a server, and what the steps of {@link CallPipeline} remember about it. */
abstract class ServerCall extends PipelineCall {

  private @Nullable ManagedServer server;

  private Attempts attempts = Attempts.NONE;

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

  /**
   * Whether it is safe to send the request again.
   *
   * @param retries how many times it was repeated
   */
  abstract boolean mayRetry(McpException failure, RetryPolicy retryPolicy, int retries);

  /** Sends the request and takes its result. */
  abstract Next send(ClientEngine client);

  /** The request is about to be sent. */
  void sending() {
    attempts = attempts.sending();
  }

  /** The attempt has ended: the next one sends the request anew. */
  void attemptEnded() {
    if (attempts.current() != Delivery.SENT) {
      return; // not even begun
    }
    if (failure() == null) {
      attempts = attempts.with(Delivery.ANSWERED);
    } else if (failure() instanceof McpException e) {
      attempts = attempts.with(e.delivery());
    }
  }

  /** Another attempt begins. */
  void repeat() {
    attempts = attempts.next();
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

  /** A failure of the whole call: it names the operation and covers all attempts. */
  McpException described(String serverName, McpException failure) {
    return failure.withOperation(serverName, operation()).withDelivery(delivery());
  }

  /** How far the call has got, over all attempts. */
  Delivery delivery() {
    return attempts.worst();
  }
}
