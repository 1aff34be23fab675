package io.mcpbridge.internal.client.connection;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the calls that server requests of one connection belong to (2025-11-25 and earlier), as far
 * as that is certain. Thread-safe.
 */
final class ServerRequestCallers {

  private static final String RELATED_TASK = "io.modelcontextprotocol/related-task";

  private final String server;
  private final @Nullable Object sessionUser;
  private final CallsInFlight inFlight;
  private final boolean allowsUnsolicited;

  /** What the calls have in common that the server may still be working on; one for all. */
  private @Nullable CallerContext abandoned;

  /**
   * @param sessionUser the user of all calls; {@code null} if users share the connection
   * @param allowsUnsolicited whether requests may belong to no call
   */
  ServerRequestCallers(
      String server,
      @Nullable Object sessionUser,
      CallsInFlight inFlight,
      boolean allowsUnsolicited) {
    this.server = server;
    this.sessionUser = sessionUser;
    this.inFlight = inFlight;
    this.allowsUnsolicited = allowsUnsolicited;
  }

  /** Whether a request belongs to a task, which the server may run while no call waits for it. */
  static boolean isOfTask(JsonRpcRequest request) {
    return relatedTask(request) != null;
  }

  private static @Nullable JsonObject relatedTask(JsonRpcRequest request) {
    JsonObject params = request.params();
    JsonObject meta = params == null ? null : params.object("_meta");
    return meta == null || !meta.has(RELATED_TASK)
        ? null
        : Objects.requireNonNullElse(meta.object(RELATED_TASK), JsonObject.empty());
  }

  /** A call ended without a response: the server may go on with it, and send requests for it. */
  synchronized void abandoned(CallerContext caller) {
    abandoned = abandoned == null ? caller : common(abandoned, caller);
  }

  /**
   * The context of a request.
   *
   * @param streamOf the call on whose response stream it arrived; {@code null} if it arrived on a
   *     stream that is not a call's
   * @param hasStreamPerRequest whether requests that belong to a call arrive on its stream
   */
  InputContext of(
      JsonRpcRequest request, CallsInFlight.@Nullable Call streamOf, boolean hasStreamPerRequest) {
    JsonObject task = relatedTask(request);
    if (task != null) {
      String id = task.string("taskId");
      CallsInFlight.Call call = id == null ? null : inFlight.ofTask(id);
      return call == null ? unknown() : call.inputContext();
    }
    if (streamOf != null) {
      return streamOf.inputContext();
    }
    // Servers also list roots for the session, for example after its initialization.
    return hasStreamPerRequest || allowsUnsolicited || request.method().equals("roots/list")
        ? unknown()
        : ofCallsInFlight();
  }

  private InputContext unknown() {
    return new InputContext(new CallerContext(server, sessionUser, null, null, null, null), null);
  }

  private InputContext ofCallsInFlight() {
    List<? extends CallsInFlight.Call> calls = inFlight.callsThatMayNeedInput();
    CallerContext common;
    synchronized (this) {
      common = abandoned;
    }
    if (common == null && calls.size() == 1) {
      return calls.get(0).inputContext();
    }
    for (CallsInFlight.Call call : calls) {
      common = common == null ? call.caller() : common(common, call.caller());
    }
    return common == null ? unknown() : new InputContext(withoutCall(common), null);
  }

  /** No single call is certain, although there may be only one besides an abandoned one. */
  private static CallerContext withoutCall(CallerContext common) {
    return new CallerContext(
        common.server(), common.user(), common.conversationId(), null, common.tool(), null);
  }

  private static CallerContext common(CallerContext a, CallerContext b) {
    return new CallerContext(
        a.server(),
        same(a.user(), b.user()),
        same(a.conversationId(), b.conversationId()),
        same(a.executionId(), b.executionId()),
        same(a.tool(), b.tool()),
        same(a.requestId(), b.requestId()));
  }

  private static <T> @Nullable T same(@Nullable T a, @Nullable T b) {
    return Objects.equals(a, b) ? a : null;
  }
}
