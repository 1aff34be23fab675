package io.mcpbridge.transport;

import io.mcpbridge.jsonrpc.JsonRpcMessage;
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
