package io.mcpbridge.context;

import org.jspecify.annotations.Nullable;

/**
 * On whose behalf a call is made, and which call it is: the same in handlers of server requests,
 * approvals, events, interceptors and, as MDC values, in log lines.
 *
 * <p>Up to 2025-11-25, a server request does not name the call that it belongs to. Its context has
 * only what is certain: the call, if the request arrived on the call's own response stream
 * (Streamable HTTP), names the call's task, or if only one call is in flight on a connection with a
 * single stream (stdio, HTTP+SSE). With several such calls, it has what they have in common, such
 * as their user. An abandoned call (timed out or cancelled) counts as in flight until its late
 * response or the end of the connection. The rest is {@code null}.
 *
 * <p>While a call runs, log lines on its threads have these MDC values, as far as known: {@code
 * mcp.server}, {@code mcp.user}, {@code mcp.conversation}, {@code mcp.execution} and {@code
 * mcp.tool}.
 *
 * @param server the configured name of the server
 * @param user the user, equal for the same user and never a secret; {@code null} if there is none
 *     or it is unknown
 * @param conversationId the application's correlation id, such as that of a conversation or task;
 *     {@code null} if there is none or it is unknown
 * @param executionId unique per call; {@code null} if the call is unknown
 * @param tool the tool's name on the server; {@code null} if the call is unknown or not of a tool
 * @param requestId the id of the call's JSON-RPC request; the latest one, if there were several.
 *     {@code null} if the call is unknown or not sent yet
 */
public record CallerContext(
    String server,
    @Nullable Object user,
    @Nullable Object conversationId,
    @Nullable String executionId,
    @Nullable String tool,
    @Nullable String requestId) {

  /** The context of a server request of which nothing else is known. */
  public static CallerContext unknown(String server) {
    return new CallerContext(server, null, null, null, null, null);
  }

  /** Whether the call is known; if not, {@code null} values mean "unknown". */
  public boolean isCallKnown() {
    return executionId != null;
  }
}
