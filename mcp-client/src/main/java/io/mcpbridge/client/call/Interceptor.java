package io.mcpbridge.client.call;

import io.mcpbridge.context.CallerContext;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ServerInfo;
import org.jspecify.annotations.Nullable;

/**
 * Intercepts calls: may observe or change them, return a result itself, or retry. Interceptors run
 * in the order in which they were added, on the thread that makes the call: the caller's, or a
 * background thread for {@link McpCall#submit()} and other asynchronous calls. Must be thread-safe.
 *
 * <pre>{@code
 * Interceptor timing = chain -> {
 *   long start = System.nanoTime();
 *   try {
 *     return chain.proceed(chain.request());
 *   } finally {
 *     timer.record(chain.request().method(), System.nanoTime() - start);
 *   }
 * };
 * }</pre>
 */
@FunctionalInterface
public interface Interceptor {

  /**
   * Intercepts one call, usually delegating to {@link Chain#proceed}.
   *
   * @return a result of the type that the request expects; or the {@link
   *     io.mcpbridge.model.InputRequiredResult} of the chain, which only a tool call with {@code
   *     McpElicitations} and {@code McpApprovals.Builder.suspendFor} has: the call is suspended
   */
  McpResult intercept(Chain chain);

  /**
   * Observes a message that belongs to no call, such as {@code initialize} or a request of the
   * server. Called only for wire interceptors, before the message is sent or handled, on the thread
   * that does so; must not block. The default observes nothing.
   */
  default WireMessage.Observed observe(WireMessage message) {
    return WireMessage.Observed.NONE;
  }

  /** The remaining interceptors and the call itself. */
  interface Chain {

    /** The configured name of the server. */
    String server();

    /** The request. */
    McpRequest<?> request();

    /** The caller's options. */
    CallOptions options();

    /** On whose behalf the call is made; the request id is that of the request sent last. */
    CallerContext caller();

    /**
     * Continues with this request. May be called again to retry within the same deadline. Must be
     * called on the thread that runs the interceptor. To limit the time of a call, set its
     * {@linkplain CallOptions#timeout timeout}.
     *
     * @throws io.mcpbridge.error.McpException if it fails
     * @throws IllegalStateException on another thread, or after the end of the call
     */
    McpResult proceed(McpRequest<?> request);

    /**
     * Continues with this request and other options, for example with more {@code _meta}. The
     * call's deadline does not change.
     *
     * @throws io.mcpbridge.error.McpException if it fails
     * @throws IllegalStateException on another thread, or after the end of the call
     */
    McpResult proceed(McpRequest<?> request, CallOptions options);

    /** What is known so far about the connection that carries the call. */
    Wire wire();
  }

  /**
   * The connection that carries a call. Fills up while the call is in flight: in a wire
   * interceptor, everything but the request id is known before proceeding, and the id afterwards.
   * Confined to the thread that makes the call.
   */
  interface Wire {

    /** The server's address without secrets: a URL or a command line. */
    String address();

    /** The server's information; {@code null} until a connection is chosen. */
    @Nullable ServerInfo server();

    /** The id of the JSON-RPC request sent last; {@code null} before the first. */
    @Nullable String requestId();

    /** The session's id, a secret; {@code null} without a session. */
    @Nullable String sessionId();

    /** The version of HTTP, such as {@code 1.1}; {@code null} on other transports. */
    @Nullable String networkProtocolVersion();
  }
}
