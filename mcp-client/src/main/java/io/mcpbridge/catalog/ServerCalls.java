package io.mcpbridge.catalog;

import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.Tool;
import io.mcpbridge.transport.Deadline;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of one supervised server and reports to supervision what they reveal about it.
 */
final class ServerCalls {

  private final McpClient client;
  private final ServerLifecycle serverLifecycle;
  private final CallListener callListener;
  private final RetryAfterGate retryAfter;
  private final CircuitBreaker.Listener sparing;
  private final CallCounters callCounters;
  private final CallFailureLogger failures = new CallFailureLogger();
  private volatile CallPolicy callPolicy;

  /** The settings for new calls. */
  private record CallPolicy(
      ServerOptions options,
      CallBulkhead callBulkhead,
      CircuitBreaker circuitBreaker,
      RetryPolicy retryPolicy) {}

  ServerCalls(
      McpClient client,
      ServerOptions options,
      ServerLifecycle serverLifecycle,
      CallListener callListener,
      RetryAfterGate retryAfter,
      CircuitBreaker.Listener sparing,
      CallCounters callCounters) {
    CallLimits limits = options.callLimits();
    this.client = client;
    this.serverLifecycle = serverLifecycle;
    this.callListener = callListener;
    this.retryAfter = retryAfter;
    this.sparing = sparing;
    this.callCounters = callCounters;
    this.callPolicy =
        new CallPolicy(options, callBulkhead(limits), circuitBreaker(limits), retryPolicy(options));
  }

  private static CallBulkhead callBulkhead(CallLimits limits) {
    return new CallBulkhead(limits.maxConcurrentCalls(), limits.maxQueuedCalls());
  }

  private CircuitBreaker circuitBreaker(CallLimits limits) {
    return new CircuitBreaker(
        client.name(),
        limits.circuitBreakerFailureThreshold(),
        limits.circuitBreakerOpenDuration(),
        System::nanoTime,
        sparing);
  }

  private static RetryPolicy retryPolicy(ServerOptions options) {
    return new RetryPolicy(options.callLimits().maxRetries(), options.trustAnnotations());
  }

  /**
   * Applies other options to new calls. Calls in flight keep theirs, and do not count against a
   * changed concurrency limit. An open circuit breaker stays open unless its own settings change.
   */
  void become(ServerOptions options) {
    CallPolicy before = callPolicy;
    CallLimits old = before.options.callLimits();
    CallLimits limits = options.callLimits();
    boolean samePlaces =
        limits.maxConcurrentCalls() == old.maxConcurrentCalls()
            && limits.maxQueuedCalls() == old.maxQueuedCalls();
    boolean sameCircuit =
        limits.circuitBreakerFailureThreshold() == old.circuitBreakerFailureThreshold()
            && limits.circuitBreakerOpenDuration().equals(old.circuitBreakerOpenDuration());
    callPolicy =
        new CallPolicy(
            options,
            samePlaces ? before.callBulkhead : callBulkhead(limits),
            sameCircuit ? before.circuitBreaker : circuitBreaker(limits),
            retryPolicy(options));
    if (!sameCircuit) {
      before.circuitBreaker.close();
    }
  }

  /** What calls reveal about their server. */
  interface CallListener {

    /** The server cannot be used. */
    void unavailable(McpException cause);

    /** Whether the server could not be reached, so that calls fail fast. */
    boolean isUnreachable();

    /** The server's tools should be listed again. */
    void lookAgain();
  }

  /** Why a healthy server gets no calls for now; {@code null} if it does. */
  @Nullable String pausedBecause() {
    return retryAfter.reason();
  }

  /** Closes the circuit breaker and ends {@code Retry-After}, for a restart of the server. */
  void forgetTrouble() {
    callPolicy.circuitBreaker.close();
    retryAfter.end();
  }

  /**
   * Makes a call, with retries where they are safe.
   *
   * @param guard throws if the call is no longer allowed; runs before each attempt
   */
  CallToolResult call(
      Tool tool, Map<String, @Nullable Object> arguments, CallOptions wanted, Runnable guard) {
    CallTimeout time = CallTimeout.of(callPolicy.options, tool.name(), wanted);
    CallToolRequest request = new CallToolRequest(tool.name(), arguments);
    refuseIfAway();
    try {
      CallToolResult result = untilSettled(tool, request, time, guard);
      succeeded();
      return result;
    } catch (McpException e) {
      failed(tool, e);
      throw e;
    }
  }

  /** As {@link #call}, without blocking a thread. */
  CompletableFuture<CallToolResult> callAsync(
      Tool tool,
      Map<String, @Nullable Object> arguments,
      CallOptions wanted,
      Runnable guard,
      AsyncCall async) {
    CallTimeout time = CallTimeout.of(callPolicy.options, tool.name(), wanted);
    CallToolRequest request = new CallToolRequest(tool.name(), arguments);
    refuseIfAway();
    return untilSettledAsync(tool, request, time, guard, async, 0)
        .handle(
            (result, failure) -> {
              if (failure == null) {
                succeeded();
                return result;
              }
              RuntimeException cause = AsyncCall.cause(failure);
              if (cause instanceof McpException e) {
                failed(tool, e);
              }
              throw cause;
            });
  }

  private void succeeded() {
    failures.succeeded();
    lookAgainIfAuthorized();
  }

  private void failed(Tool tool, McpException failure) {
    failure.during(client.name(), "tools/call " + tool.name());
    concludeFrom(failure);
  }

  /**
   * Runs an operation other than a tool call for the application: with the same limits, without
   * retries and without counting for the circuit breaker.
   *
   * @param operation its name in messages, such as {@code resources/read}
   * @param deadline includes the wait for a permit
   * @param guard throws if the operation is no longer allowed
   */
  <T> T use(String operation, Deadline deadline, Function<McpClient, T> work, Runnable guard) {
    try {
      CallPolicy now = callPolicy;
      refuseIfAway();
      now.circuitBreaker.refuseIfOpen();
      retryAfter.await(deadline);
      T result =
          now.callBulkhead.during(
              deadline,
              () -> {
                guard.run();
                return asked(() -> work.apply(client));
              });
      lookAgainIfAuthorized();
      return result;
    } catch (McpException e) {
      e.during(client.name(), operation);
      retryAfter.heard(e);
      if (saysThatItIsAway(e)) {
        callListener.unavailable(e);
      } else if (refusesCredentials(e)) {
        callListener.lookAgain();
      }
      throw e;
    }
  }

  /** Fails fast while the server is disconnected; supervision reconnects in the background. */
  private void refuseIfAway() {
    ServerLifecycle.Phase now = serverLifecycle.now();
    if (now.state() == ServerState.DISCONNECTED && callListener.isUnreachable()) {
      McpException away = new McpConnectException("not connected: " + now.reason());
      away.beforeSending();
      throw away;
    }
  }

  private CallToolResult untilSettled(
      Tool tool, CallToolRequest request, CallTimeout time, Runnable guard) {
    for (int repeated = 0; ; repeated++) {
      try {
        return once(request, time, guard);
      } catch (McpException e) {
        if (!isToBeRepeated(e, tool, repeated, time)) {
          throw e;
        }
        callPolicy.retryPolicy.pause();
      }
    }
  }

  private boolean isToBeRepeated(McpException failure, Tool tool, int repeated, CallTimeout time) {
    retryAfter.heard(failure);
    boolean isDue =
        callPolicy.retryPolicy.isDue(failure, tool, repeated, time.deadline())
            && retryAfter.isBearable(time.deadline());
    if (isDue) {
      callCounters.retried();
    }
    return isDue;
  }

  private CompletableFuture<CallToolResult> untilSettledAsync(
      Tool tool,
      CallToolRequest request,
      CallTimeout time,
      Runnable guard,
      AsyncCall async,
      int repeated) {
    return onceAsync(request, time, guard, async)
        .handle(
            (result, failure) -> {
              if (failure == null) {
                return CompletableFuture.completedFuture(result);
              }
              RuntimeException cause = AsyncCall.cause(failure);
              if (!(cause instanceof McpException e) || !isToBeRepeated(e, tool, repeated, time)) {
                throw cause;
              }
              return async
                  .pause(RetryPolicy.nextPause().toNanos())
                  .thenCompose(
                      over -> untilSettledAsync(tool, request, time, guard, async, repeated + 1));
            })
        .thenCompose(Function.identity());
  }

  private CompletableFuture<CallToolResult> onceAsync(
      CallToolRequest request, CallTimeout time, Runnable guard, AsyncCall async) {
    CallPolicy now = callPolicy;
    try {
      now.circuitBreaker.refuseIfOpen();
      return retryAfter
          .awaitAsync(time.deadline(), async)
          .thenCompose(over -> now.callBulkhead.takeAsync(time.deadline(), async))
          .thenCompose(taken -> inPlaceAsync(now, request, time, guard, async));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletableFuture<CallToolResult> inPlaceAsync(
      CallPolicy now, CallToolRequest request, CallTimeout time, Runnable guard, AsyncCall async) {
    try {
      guard.run();
      return attemptAsync(now, request, time, async)
          .whenComplete((result, failure) -> now.callBulkhead.release());
    } catch (RuntimeException | Error e) {
      now.callBulkhead.release();
      throw e;
    }
  }

  private CompletableFuture<CallToolResult> attemptAsync(
      CallPolicy now, CallToolRequest request, CallTimeout time, AsyncCall async) {
    CircuitBreaker.Attempt attempt =
        now.circuitBreaker.begin(failure -> FailureClassifier.of(failure, time));
    try {
      return async
          .begin(
              () ->
                  client.newCall(request, time.options(), time.deadline()).submit(async.executor()))
          .whenComplete(
              (result, failure) -> {
                try {
                  judge(attempt, failure);
                } finally {
                  attempt.end();
                }
              });
    } catch (RuntimeException | Error e) {
      attempt.end();
      throw e;
    }
  }

  private CallToolResult once(CallToolRequest request, CallTimeout time, Runnable guard) {
    CallPolicy now = callPolicy;
    now.circuitBreaker.refuseIfOpen();
    retryAfter.await(time.deadline());
    return now.callBulkhead.during(
        time.deadline(),
        () -> {
          guard.run();
          return now.circuitBreaker.execute(
              failure -> FailureClassifier.of(failure, time),
              () ->
                  asked(() -> client.newCall(request, time.options(), time.deadline()).execute()));
        });
  }

  private void judge(CircuitBreaker.Attempt attempt, @Nullable Throwable failure) {
    if (failure == null) {
      attempt.succeeded();
    } else if (AsyncCall.cause(failure) instanceof McpException e) {
      if (e instanceof McpUnavailableException) {
        callListener.lookAgain(); // as in asked
      }
      attempt.failed(e);
    }
  }

  /**
   * The credentials supplier may be unavailable, perhaps for this caller only. Listing the tools
   * shows.
   */
  private <T> T asked(Supplier<T> work) {
    try {
      return work.get();
    } catch (McpUnavailableException noCredentials) {
      callListener.lookAgain();
      throw noCredentials;
    }
  }

  /** An answer proves that a caller's credentials are valid. */
  private void lookAgainIfAuthorized() {
    if (serverLifecycle.is(ServerState.NEEDS_AUTHORIZATION)) {
      callListener.lookAgain();
    }
  }

  private boolean saysThatItIsAway(McpException failure) {
    return failure instanceof McpConnectException
        || (failure instanceof McpConnectionLostException && !client.isConnected());
  }

  /** The credentials may be wrong for one caller only, who must not end the others' session. */
  private static boolean refusesCredentials(McpException failure) {
    return failure instanceof McpHttpStatusException http && http.isUnauthorized();
  }

  /** Reports what a failure reveals about the server: unavailable, to be checked, or nothing. */
  private void concludeFrom(McpException failure) {
    if (saysThatItIsAway(failure)) {
      callListener.unavailable(failure);
      return;
    }
    if (!(failure instanceof McpUnavailableException rejected && rejected.until() != null)) {
      failures.happened(failure); // the circuit breaker has logged the cause
    }
    if (failure instanceof McpConnectionLostException
        || (failure instanceof McpHttpStatusException && retryAfter.reason() == null)
        || mayBeAboutTheTool(failure)
        || failure instanceof McpUnsupportedVersionException) {
      // One broken stream or rejection may concern this call only; listing the tools shows.
      callListener.lookAgain();
    }
  }

  /** The error codes of unknown tools; other errors are the tool's own. */
  private static boolean mayBeAboutTheTool(McpException failure) {
    return failure instanceof McpErrorResponseException refusal
        && (refusal.code() == JsonRpcError.INVALID_PARAMS
            || refusal.code() == JsonRpcError.METHOD_NOT_FOUND);
  }
}
