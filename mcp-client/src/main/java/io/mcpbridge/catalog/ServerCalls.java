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

/** Calls of one supervised server, and what each says about the server. */
final class ServerCalls {

  private final McpClient client;
  private final Standing standing;
  private final Findings findings;
  private final AskedPause askedPause;
  private final Circuit.Told sparing;
  private final Tally tally;
  private final CallFailures failures = new CallFailures();
  private volatile Rules rules;

  /** What holds for calls that begin now. */
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
   * Calls that begin from now on are made with these options. Those under way end with theirs, and
   * do not count against another number of calls at once. A server that is spared stays so, unless
   * it is said anew when that is.
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

  /** What calls find out about their server. */
  interface Findings {

    /** It cannot be used. */
    void unavailable(McpException cause);

    /** Whether nothing is to be had from it for now, so that calls need not try. */
    boolean isUnreachable();

    /** It may not be what it was: its tools are to be listed again. */
    void lookAgain();
  }

  /** Why calls are not made for now although the server is well; {@code null} if they are. */
  @Nullable String pausedBecause() {
    return askedPause.reason();
  }

  /** The server begins anew: what it was spared for is over. */
  void forgetTrouble() {
    rules.circuit.close();
    askedPause.end();
  }

  /**
   * Makes a call, and once more where that is safe.
   *
   * @param guard throws what there is to say if it may not be made any more; asked before each
   *     attempt
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

  /** The same without a thread that waits. */
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
   * Does something with the server for the application, other than calling a tool: with the same
   * regard for it, and without repeats.
   *
   * @param operation what to call it in messages, such as {@code resources/read}
   * @param deadline when it is to be over, waiting for a place at the server included
   * @param guard throws what there is to say if it may not be done any more
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

  /** Answers at once instead of keeping the caller waiting; supervision is already trying. */
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
   * Whoever gives the credentials may be away: perhaps for this caller alone, since others have
   * theirs already. The list of tools tells.
   */
  private <T> T asked(Supplier<T> work) {
    try {
      return work.get();
    } catch (McpUnavailableException noCredentials) {
      findings.lookAgain();
      throw noCredentials;
    }
  }

  /** It has answered, so that somebody's credentials are good. */
  private void lookAgainIfAuthorized() {
    if (standing.is(ServerState.NEEDS_AUTHORIZATION)) {
      findings.lookAgain();
    }
  }

  private boolean saysThatItIsAway(McpException failure) {
    return failure instanceof McpConnectException
        || (failure instanceof McpConnectionLostException && !client.isConnected());
  }

  /** Perhaps those of one caller alone, who must not take the session of all others with them. */
  private static boolean refusesCredentials(McpException failure) {
    return failure instanceof McpHttpStatusException http && http.isUnauthorized();
  }

  /** What one failed call says about its server: everything, something to look into, or nothing. */
  private void concludeFrom(McpException failure) {
    if (saysThatItIsAway(failure)) {
      findings.unavailable(failure);
      return;
    }
    if (!(failure instanceof McpUnavailableException spared && spared.until() != null)) {
      failures.happened(failure); // why it is spared has been told already
    }
    if (failure instanceof McpConnectionLostException
        || (failure instanceof McpHttpStatusException && askedPause.reason() == null)
        || mayBeAboutTheTool(failure)
        || failure instanceof McpUnsupportedVersionException) {
      // One broken stream or refusal may concern this call alone; the list of tools tells.
      findings.lookAgain();
    }
  }

  /** The codes of an unknown tool; other errors are the tool's own and say nothing of the list. */
  private static boolean mayBeAboutTheTool(McpException failure) {
    return failure instanceof McpErrorResponseException refusal
        && (refusal.code() == JsonRpcError.INVALID_PARAMS
            || refusal.code() == JsonRpcError.METHOD_NOT_FOUND);
  }
}
