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
  private final Standing standing;
  private final Findings findings;
  private final AskedPause askedPause;
  private final Circuit.Told sparing;
  private final Tally tally;
  private final CallFailures failures = new CallFailures();
  private volatile Rules rules;

  /** The settings for new calls. */
  private record Rules(ServerOptions options, Places places, Circuit circuit, Repeats repeats) {}

  ServerCalls(
      McpClient client,
      ServerOptions options,
      Standing standing,
      Findings findings,
      AskedPause askedPause,
      Circuit.Told sparing,
      Tally tally) {
    CallLimits limits = options.callLimits();
    this.client = client;
    this.standing = standing;
    this.findings = findings;
    this.askedPause = askedPause;
    this.sparing = sparing;
    this.tally = tally;
    this.rules = new Rules(options, places(limits), circuit(limits), repeats(options));
  }

  private static Places places(CallLimits limits) {
    return new Places(limits.maxConcurrentCalls(), limits.maxWaitingCalls());
  }

  private Circuit circuit(CallLimits limits) {
    return new Circuit(
        client.name(), limits.circuitFailures(), limits.circuitPause(), System::nanoTime, sparing);
  }

  private static Repeats repeats(ServerOptions options) {
    return new Repeats(options.callLimits().maxRepeats(), options.trustAnnotations());
  }

  /**
   * Applies other options to new calls. Calls in flight keep theirs, and do not count against a
   * changed concurrency limit. An open circuit breaker stays open unless its own settings change.
   */
  void become(ServerOptions options) {
    Rules before = rules;
    CallLimits old = before.options.callLimits();
    CallLimits limits = options.callLimits();
    boolean samePlaces =
        limits.maxConcurrentCalls() == old.maxConcurrentCalls()
            && limits.maxWaitingCalls() == old.maxWaitingCalls();
    boolean sameCircuit =
        limits.circuitFailures() == old.circuitFailures()
            && limits.circuitPause().equals(old.circuitPause());
    rules =
        new Rules(
            options,
            samePlaces ? before.places : places(limits),
            sameCircuit ? before.circuit : circuit(limits),
            repeats(options));
    if (!sameCircuit) {
      before.circuit.close();
    }
  }

  /** What calls reveal about their server. */
  interface Findings {

    /** The server cannot be used. */
    void unavailable(McpException cause);

    /** Whether the server could not be reached, so that calls fail fast. */
    boolean isUnreachable();

    /** The server's tools should be listed again. */
    void lookAgain();
  }

  /** Why a healthy server gets no calls for now; {@code null} if it does. */
  @Nullable String pausedBecause() {
    return askedPause.reason();
  }

  /** Closes the circuit breaker and ends {@code Retry-After}, for a restart of the server. */
  void forgetTrouble() {
    rules.circuit.close();
    askedPause.end();
  }

  /**
   * Makes a call, with retries where they are safe.
   *
   * @param guard throws if the call is no longer allowed; runs before each attempt
   */
  CallToolResult call(
      Tool tool, Map<String, @Nullable Object> arguments, CallOptions wanted, Runnable guard) {
    CallTime time = CallTime.of(rules.options, tool.name(), wanted);
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
    CallTime time = CallTime.of(rules.options, tool.name(), wanted);
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
      Rules now = rules;
      refuseIfAway();
      now.circuit.refuseIfOpen();
      askedPause.await(deadline);
      T result =
          now.places.during(
              deadline,
              () -> {
                guard.run();
                return asked(() -> work.apply(client));
              });
      lookAgainIfAuthorized();
      return result;
    } catch (McpException e) {
      e.during(client.name(), operation);
      askedPause.heard(e);
      if (saysThatItIsAway(e)) {
        findings.unavailable(e);
      } else if (refusesCredentials(e)) {
        findings.lookAgain();
      }
      throw e;
    }
  }

  /** Fails fast while the server is disconnected; supervision reconnects in the background. */
  private void refuseIfAway() {
    Standing.Position now = standing.now();
    if (now.state() == ServerState.DISCONNECTED && findings.isUnreachable()) {
      McpException away = new McpConnectException("not connected: " + now.reason());
      away.beforeSending();
      throw away;
    }
  }

  private CallToolResult untilSettled(
      Tool tool, CallToolRequest request, CallTime time, Runnable guard) {
    for (int repeated = 0; ; repeated++) {
      try {
        return once(request, time, guard);
      } catch (McpException e) {
        if (!isToBeRepeated(e, tool, repeated, time)) {
          throw e;
        }
        rules.repeats.pause();
      }
    }
  }

  private boolean isToBeRepeated(McpException failure, Tool tool, int repeated, CallTime time) {
    askedPause.heard(failure);
    boolean isDue =
        rules.repeats.isDue(failure, tool, repeated, time.deadline())
            && askedPause.isBearable(time.deadline());
    if (isDue) {
      tally.retried();
    }
    return isDue;
  }

  private CompletableFuture<CallToolResult> untilSettledAsync(
      Tool tool,
      CallToolRequest request,
      CallTime time,
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
                  .pause(Repeats.nextPause().toNanos())
                  .thenCompose(
                      over -> untilSettledAsync(tool, request, time, guard, async, repeated + 1));
            })
        .thenCompose(Function.identity());
  }

  private CompletableFuture<CallToolResult> onceAsync(
      CallToolRequest request, CallTime time, Runnable guard, AsyncCall async) {
    Rules now = rules;
    try {
      now.circuit.refuseIfOpen();
      return askedPause
          .awaitAsync(time.deadline(), async)
          .thenCompose(over -> now.places.takeAsync(time.deadline(), async))
          .thenCompose(taken -> inPlaceAsync(now, request, time, guard, async));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletableFuture<CallToolResult> inPlaceAsync(
      Rules now, CallToolRequest request, CallTime time, Runnable guard, AsyncCall async) {
    try {
      guard.run();
      return attemptAsync(now, request, time, async)
          .whenComplete((result, failure) -> now.places.release());
    } catch (RuntimeException | Error e) {
      now.places.release();
      throw e;
    }
  }

  private CompletableFuture<CallToolResult> attemptAsync(
      Rules now, CallToolRequest request, CallTime time, AsyncCall async) {
    Circuit.Attempt attempt = now.circuit.begin(failure -> CallSigns.of(failure, time));
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

  private CallToolResult once(CallToolRequest request, CallTime time, Runnable guard) {
    Rules now = rules;
    now.circuit.refuseIfOpen();
    askedPause.await(time.deadline());
    return now.places.during(
        time.deadline(),
        () -> {
          guard.run();
          return now.circuit.during(
              failure -> CallSigns.of(failure, time),
              () ->
                  asked(() -> client.newCall(request, time.options(), time.deadline()).execute()));
        });
  }

  private void judge(Circuit.Attempt attempt, @Nullable Throwable failure) {
    if (failure == null) {
      attempt.succeeded();
    } else if (AsyncCall.cause(failure) instanceof McpException e) {
      if (e instanceof McpUnavailableException) {
        findings.lookAgain(); // as in asked
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
      findings.lookAgain();
      throw noCredentials;
    }
  }

  /** An answer proves that a caller's credentials are valid. */
  private void lookAgainIfAuthorized() {
    if (standing.is(ServerState.NEEDS_AUTHORIZATION)) {
      findings.lookAgain();
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
      findings.unavailable(failure);
      return;
    }
    if (!(failure instanceof McpUnavailableException spared && spared.until() != null)) {
      failures.happened(failure); // the circuit breaker has logged the cause
    }
    if (failure instanceof McpConnectionLostException
        || (failure instanceof McpHttpStatusException && askedPause.reason() == null)
        || mayBeAboutTheTool(failure)
        || failure instanceof McpUnsupportedVersionException) {
      // One broken stream or rejection may concern this call only; listing the tools shows.
      findings.lookAgain();
    }
  }

  /** The error codes of unknown tools; other errors are the tool's own. */
  private static boolean mayBeAboutTheTool(McpException failure) {
    return failure instanceof McpErrorResponseException refusal
        && (refusal.code() == JsonRpcError.INVALID_PARAMS
            || refusal.code() == JsonRpcError.METHOD_NOT_FOUND);
  }
}
