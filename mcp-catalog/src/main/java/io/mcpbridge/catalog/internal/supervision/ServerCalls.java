package io.mcpbridge.catalog.internal.supervision;

import io.mcpbridge.catalog.internal.counters.CallCounters;
import io.mcpbridge.catalog.internal.counters.Counter;
import io.mcpbridge.catalog.internal.resilience.CallBulkhead;
import io.mcpbridge.catalog.internal.resilience.RetryPolicy;
import io.mcpbridge.catalog.internal.state.ServerLifecycle;
import io.mcpbridge.catalog.server.CallLimits;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.internal.client.ClientEngine;
import io.mcpbridge.jsonrpc.JsonRpcError;
import org.jspecify.annotations.Nullable;

/**
 * The bulkhead and retry policy of one server, and what the end of a call reveals about the server.
 */
public final class ServerCalls {

  private final ClientEngine client;
  private final ServerLifecycle serverLifecycle;
  private final CallListener callListener;
  private final CallCounters callCounters;
  private final CallFailureLogger failures = new CallFailureLogger();
  private volatile CallLimits limits;
  private volatile CallBulkhead bulkhead;
  private volatile RetryPolicy retryPolicy;

  ServerCalls(
      ClientEngine client,
      ServerOptions options,
      ServerLifecycle serverLifecycle,
      CallListener callListener,
      CallCounters callCounters) {
    this.client = client;
    this.serverLifecycle = serverLifecycle;
    this.callListener = callListener;
    this.callCounters = callCounters;
    this.limits = options.callLimits();
    this.bulkhead = bulkhead(limits);
    this.retryPolicy = retryPolicy(options);
  }

  private static CallBulkhead bulkhead(CallLimits limits) {
    return new CallBulkhead(limits.maxConcurrentCalls(), limits.maxQueuedCalls());
  }

  private static RetryPolicy retryPolicy(ServerOptions options) {
    return new RetryPolicy(options.callLimits().maxRetries(), options.trustAnnotations());
  }

  /**
   * Applies other options to new calls. Calls in flight keep theirs, and do not count against a
   * changed concurrency limit.
   */
  void update(ServerOptions options) {
    CallLimits old = limits;
    limits = options.callLimits();
    if (limits.maxConcurrentCalls() != old.maxConcurrentCalls()
        || limits.maxQueuedCalls() != old.maxQueuedCalls()) {
      bulkhead = bulkhead(limits);
    }
    retryPolicy = retryPolicy(options);
  }

  /** The bulkhead for new attempts. */
  public CallBulkhead bulkhead() {
    return bulkhead;
  }

  /** What calls reveal about their server. */
  interface CallListener {

    /** The server cannot be used. */
    void unavailable(McpException cause);

    /** The server's tools should be listed again. */
    void refreshRequired();
  }

  /** The server's tools should be listed again. */
  public void refreshRequired() {
    callListener.refreshRequired();
  }

  /** A tool call ended. */
  public void toolCallEnded(@Nullable McpException failure) {
    if (failure == null) {
      failures.succeeded();
      refreshIfAuthorized();
    } else {
      concludeFrom(failure);
    }
  }

  /** Another operation ended; its failure says less about the server. */
  public void operationEnded(@Nullable McpException failure) {
    if (failure == null) {
      refreshIfAuthorized();
    } else if (saysThatItIsAway(failure)) {
      callListener.unavailable(failure);
    } else if (refusesCredentials(failure)) {
      callListener.refreshRequired();
    }
  }

  /** The policy for failed attempts. */
  public RetryPolicy retryPolicy() {
    return retryPolicy;
  }

  /** A failed request is sent again. */
  public void retried() {
    callCounters.increment(Counter.RETRIES);
  }

  /** An answer proves that a caller's credentials are valid. */
  private void refreshIfAuthorized() {
    if (serverLifecycle.is(ServerState.NEEDS_AUTHORIZATION)) {
      callListener.refreshRequired();
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
        || (failure instanceof McpHttpStatusException && serverLifecycle.pausedBecause() == null)
        || mayBeAboutTheTool(failure)
        || failure instanceof McpUnsupportedVersionException) {
      // One broken stream or rejection may concern this call only; listing the tools shows.
      callListener.refreshRequired();
    }
  }

  /** The error codes of unknown tools; other errors are the tool's own. */
  private static boolean mayBeAboutTheTool(McpException failure) {
    return failure instanceof McpErrorResponseException refusal
        && (refusal.code() == JsonRpcError.INVALID_PARAMS
            || refusal.code() == JsonRpcError.METHOD_NOT_FOUND);
  }
}
