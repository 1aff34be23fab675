package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.internal.resilience.CircuitBreaker;
import io.mcpbridge.catalog.internal.resilience.RetryPolicy;
import io.mcpbridge.catalog.internal.supervision.ManagedServer;
import io.mcpbridge.catalog.internal.supervision.ServerCalls;
import io.mcpbridge.error.McpException;
import io.mcpbridge.internal.client.ClientEngine;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.transport.Deadline;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request for the application other than a tool call, such as reading a resource: with the same
 * limits, without retries and without counting for the circuit breaker. On the caller's thread.
 *
 * @param <T> the result
 */
public final class ServerOperation<T> extends ServerCall {

  private final String name;
  private final Deadline deadline;
  private final Function<ClientEngine, T> work;
  private @Nullable T result;

  private ServerOperation(
      ManagedServer server, String name, Deadline deadline, Function<ClientEngine, T> work) {
    chooseServer(server);
    this.name = name;
    this.deadline = deadline;
    this.work = work;
  }

  /**
   * Runs a request on this thread.
   *
   * @param name its name in messages, such as {@code resources/read}
   * @param deadline includes the wait for a permit
   */
  public static <T> T run(
      ManagedServer server, String name, Deadline deadline, Function<ClientEngine, T> work) {
    ServerOperation<T> operation = new ServerOperation<>(server, name, deadline, work);
    CallPipeline.run(operation);
    return Objects.requireNonNull(operation.result);
  }

  @Override
  String operation() {
    return name;
  }

  @Override
  Deadline deadline() {
    return deadline;
  }

  @Override
  void refuseUnlessAllowed() {
    server().refuseUnlessUsable();
  }

  @Override
  boolean countsForCircuitBreaker() {
    return false;
  }

  @Override
  CircuitBreaker.Outcome outcome(McpException failure) {
    return CircuitBreaker.Outcome.IGNORED;
  }

  @Override
  boolean mayRetry(McpException failure, RetryPolicy retryPolicy, int retries) {
    return false;
  }

  @Override
  Next send(ClientEngine client) {
    sending();
    result = work.apply(client);
    return Next.RETURN;
  }

  @Override
  void report(ServerCalls calls, @Nullable McpException failure) {
    calls.operationEnded(failure);
  }
}
