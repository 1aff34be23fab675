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
   *     where the transport can still deliver the answer
   * @throws io.mcpbridge.error.McpCancelledException if it was abandoned or this thread interrupted
   * @throws io.mcpbridge.error.McpConnectionLostException if the answer can no longer come
   * @throws io.mcpbridge.error.McpHttpStatusException if an HTTP answer holds no message
   * @throws io.mcpbridge.error.McpSessionLostException if the server forgot the session
   * @throws io.mcpbridge.error.McpProtocolException if what came is no JSON-RPC message
   * @throws io.mcpbridge.error.McpLimitException if it is larger than the limits allow
   */
  JsonRpcMessage next(Deadline deadline);

  /**
   * Hands everything that comes from now on to the listener, instead of {@link #next}: for a
   * request whose answer may stay open for days. Nobody watches the time meanwhile; {@link
   * #abandon} ends it. At its end the exchange closes itself and must not be closed by anybody
   * else. The default reads on one of the given threads; transports that deliver by themselves need
   * none.
   *
   * @throws java.util.concurrent.RejectedExecutionException if there are no threads any more
   */
  default void follow(ExchangeListener listener, Executor threads) {
    threads.execute(new ExchangePump(this, listener));
  }

  /**
   * Tells when {@link #next} is worth asking, so that no thread need wait in it: a message is
   * there, or none can come any more. Told at once where that is so already. It may be told too
   * early, and more than once; whoever was to be told before this one no longer has to be.
   *
   * @param ready called on the transport's I/O thread or on this one, or on one that abandons or
   *     closes the exchange: it hands over and returns at once
   * @return whether it is going to be told. Not by default, where somebody has to read for a
   *     message to arrive
   */
  default boolean whenReady(Runnable ready) {
    return false;
  }

  /**
   * Cancels in this transport's way: by closing the response stream, by sending the notice, or
   * both. Never blocks for long, never throws; harmless after the response.
   *
   * @param notice what to tell the server where a closed stream does not tell it
   */
  void abandon(@Nullable Outbound notice);

  /** Releases what the exchange holds. Harmless when repeated. */
  @Override
  void close();
}
