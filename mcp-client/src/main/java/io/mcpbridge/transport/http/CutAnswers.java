package io.mcpbridge.transport.http;

import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The exchanges of a session that wait for the rest of their answer, because its stream was cut.
 * The response may come on the session's other stream instead (2025-11-25, listening for messages
 * from the server). Thread-safe.
 */
final class CutAnswers {

  private final Map<RequestId, StreamableHttpExchange> waiting = new ConcurrentHashMap<>();

  void await(RequestId id, StreamableHttpExchange exchange) {
    waiting.put(id, exchange);
  }

  void awaitNoMore(RequestId id) {
    waiting.remove(id);
  }

  /** Takes a response that came elsewhere; false if nobody waits for it. */
  boolean take(JsonRpcResponse response) {
    StreamableHttpExchange exchange = response.id() == null ? null : waiting.get(response.id());
    if (exchange != null) {
      exchange.answeredElsewhere(response);
    }
    return exchange != null;
  }
}
