package io.mcpbridge.internal.client.connection;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.input.InputContext;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** Limit of the abandoned requests that a late response can remove; older ones are merged. */
  private static final int MAX_ABANDONED = 64;

  /** Requests that the server may still be working on, by id; the oldest first. */
  private final Map<String, CallerContext> abandoned = new LinkedHashMap<>();

  /** What those have in common that no response will tell the end of; {@code null} if none. */
  private @Nullable CallerContext merged;

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

  /**
   * A request got no response: the server may go on with it, and send requests for it.
   *
   * @param request the id whose response shows the end; {@code null} if none does, as of a task
   */
  synchronized void abandoned(CallerContext caller, @Nullable RequestId request) {
    if (request == null) {
      merge(caller);
      return;
    }
    abandoned.put(key(request), caller);
    if (abandoned.size() > MAX_ABANDONED) {
      Iterator<CallerContext> oldest = abandoned.values().iterator();
      merge(oldest.next());
      oldest.remove();
    }
  }

  private void merge(CallerContext caller) {
    merged = merged == null ? caller : common(merged, caller);
  }

  /**
   * A response arrived for which no call waits any more. The server is done with that request,
   * unless it has created a task for it.
   */
  synchronized void lateResponse(JsonRpcResponse response) {
    RequestId id = response.id();
    if (id != null && (response.result() == null || !response.result().has("task"))) {
      abandoned.remove(key(id));
    }
  }

  /** Some servers return a numeric id as a string; the ids of the client are all numbers. */
  private static String key(RequestId id) {
    return id.value().toString();
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
    List<CallerContext> candidates = maybeRunning();
    if (calls.size() == 1
        && candidates.stream()
            .allMatch(candidate -> isSameCall(candidate, calls.get(0).caller()))) {
      return calls.get(0).inputContext();
    }
    calls.forEach(call -> candidates.add(call.caller()));
    return candidates.stream()
        .reduce(ServerRequestCallers::common)
        .map(common -> new InputContext(withoutCall(common), null))
        .orElseGet(this::unknown);
  }

  private synchronized List<CallerContext> maybeRunning() {
    List<CallerContext> all = new ArrayList<>(abandoned.values());
    if (merged != null) {
      all.add(merged);
    }
    return all;
  }

  /** Another attempt of a call. Applications choose execution ids, so an equal id is not enough. */
  private static boolean isSameCall(CallerContext a, CallerContext b) {
    return a.executionId() != null
        && a.executionId().equals(b.executionId())
        && Objects.equals(a.user(), b.user())
        && Objects.equals(a.conversationId(), b.conversationId())
        && Objects.equals(a.tool(), b.tool());
  }

  /** No single call is certain, although there may be only one besides an abandoned one. */
  private static CallerContext withoutCall(CallerContext common) {
    return new CallerContext(
        common.server(), common.user(), common.conversationId(), null, common.tool(), null);
  }

  private static CallerContext common(CallerContext a, CallerContext b) {
    return new CallerContext(
        a.server(),
        ifEqual(a.user(), b.user()),
        ifEqual(a.conversationId(), b.conversationId()),
        ifEqual(a.executionId(), b.executionId()),
        ifEqual(a.tool(), b.tool()),
        ifEqual(a.requestId(), b.requestId()));
  }

  private static <T> @Nullable T ifEqual(@Nullable T a, @Nullable T b) {
    return Objects.equals(a, b) ? a : null;
  }
}
