package io.mcpbridge.internal.http.streamable;

import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The exchanges of a session whose response stream was interrupted. The response may arrive on the
 * session's GET stream instead (2025-11-25, listening for messages from the server). Thread-safe.
 */
final class InterruptedStreams {

  private final Map<RequestId, StreamableHttpExchange> waiting = new ConcurrentHashMap<>();

  void await(RequestId id, StreamableHttpExchange exchange) {
    waiting.put(id, exchange);
  }

  void awaitNoMore(RequestId id) {
    waiting.remove(id);
  }

  /** Delivers a response that arrived on another stream; false if no exchange waits for it. */
  boolean take(JsonRpcResponse response) {
    StreamableHttpExchange exchange = response.id() == null ? null : waiting.get(response.id());
    if (exchange != null) {
      exchange.answeredOnOtherStream(response);
    }
    return exchange != null;
  }
}
