package io.mcpbridge.client;

import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;

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
  }
}
