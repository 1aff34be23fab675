package io.mcpbridge.transport;

import io.mcpbridge.jsonrpc.JsonRpcMessage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One request and the messages that answer it: notifications and server requests first, then the
 * response, after which nothing follows. Used by one thread at a time, except {@link #abandon},
 * which any thread may call.
 */
public interface Exchange extends AutoCloseable {

  /**
   * Waits for the next message.
   *
   * @throws io.mcpbridge.error.McpTimeoutException if the deadline passed; the exchange stays open
   *     if the transport can still deliver the response
   * @throws io.mcpbridge.error.McpCancelledException if it was canceled or this thread interrupted
   * @throws io.mcpbridge.error.McpConnectionLostException if the response can no longer arrive
   * @throws io.mcpbridge.error.McpHttpStatusException if an HTTP response holds no message
   * @throws io.mcpbridge.error.McpSessionLostException if the server ended the session
   * @throws io.mcpbridge.error.McpProtocolException if the data received is no JSON-RPC message
   * @throws io.mcpbridge.error.McpLimitException if the message exceeds the limits
   */
  JsonRpcMessage next(Deadline deadline);

  /**
   * Delivers all further messages to the listener instead of {@link #next}: for a request that may
   * stay open for days. No deadline applies; {@link #abandon} ends it. The exchange closes itself
   * at its end, and the caller must not close it. The default reads on one of the given threads;
   * transports with a reader thread need none.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the executor accepts no more tasks
   */
  default void follow(ExchangeListener listener, Executor threads) {
    threads.execute(new ExchangePump(this, listener));
  }

  /**
   * Registers a callback for when {@link #next} returns without blocking: a message is available,
   * or none can arrive any more. Runs at once if that is already so. The callback may run early and
   * more than once. A new callback replaces the previous one.
   *
   * @param ready called on the transport's I/O thread, on this one, or on the one that cancels or
   *     closes the exchange; must not block
   * @return whether the callback will be called; false by default, for transports that need a
   *     thread to read
   */
  default boolean whenReady(Runnable ready) {
    return false;
  }

  /**
   * Cancels the request as this transport does: closes the response stream, sends the notification,
   * or both. Returns quickly and never throws. Has no effect after the response.
   *
   * @param notice the cancellation notification, for transports on which a closed stream does not
   *     signal cancellation
   */
  void abandon(@Nullable Outbound notice);

  /** Releases the exchange's resources. Idempotent. */
  @Override
  void close();
}
