package io.mcpbridge.client;

import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.ServerInfo;
import org.jspecify.annotations.Nullable;

/**
 * Stands in the way of calls: may look at them, change them, answer them itself, or try again. Runs
 * on the calling thread, in the order in which interceptors were added. Thread-safe.
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
   * Handles one call, usually by {@link Chain#proceed}.
   *
   * @return a result of the kind that the request is answered with
   */
  McpResult intercept(Chain chain);

  /** The rest of the way. */
  interface Chain {

    /** The configured name of the server that is called. */
    String server();

    /** What is asked. */
    McpRequest<?> request();

    /** What the caller wants for this call. */
    CallOptions options();

    /**
     * Goes on with this request. May be called again, for another try within the same deadline.
     *
     * @throws io.mcpbridge.error.McpException if it fails
     */
    McpResult proceed(McpRequest<?> request);

    /**
     * Goes on with this request and other options, as to send more {@code _meta} with it. The time
     * of the whole call has begun before and stays what it is.
     *
     * @throws io.mcpbridge.error.McpException if it fails
     */
    McpResult proceed(McpRequest<?> request, CallOptions options);

    /** What is known of the way to the server by now. */
    Wire wire();
  }

  /**
   * What is known of the way that a call takes. It fills up while the call is under way: around a
   * round on the wire, all but the id of the request is there before, and that afterwards. Not for
   * other threads than the one that makes the call.
   */
  interface Wire {

    /** Where the server is, without secrets: a URL, a command line. */
    String address();

    /** What the server said of itself; {@code null} while no connection is chosen for the call. */
    @Nullable ServerInfo server();

    /** The id of the JSON-RPC request that was sent last; {@code null} while there is none. */
    @Nullable String requestId();
  }
}
