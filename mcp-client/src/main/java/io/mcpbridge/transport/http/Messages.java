package io.mcpbridge.transport.http;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Messages that were read and wait to be asked for. */
final class Messages {

  private final Queue<JsonRpcMessage> waiting = new ArrayDeque<>(1);

  /**
   * Adds one message, or those of a batch (2025-03-26): in order, but responses last, because
   * nothing is read after the response.
   */
  void add(@Nullable Object json) {
    if (!(json instanceof List<?> batch)) {
      waiting.add(JsonRpcMessage.from(JsonObject.of(json)));
      return;
    }
    List<JsonRpcMessage> messages =
        batch.stream().map(one -> JsonRpcMessage.from(JsonObject.of(one))).toList();
    messages.stream().filter(m -> !(m instanceof JsonRpcResponse)).forEach(waiting::add);
    messages.stream().filter(m -> m instanceof JsonRpcResponse).forEach(waiting::add);
  }

  @Nullable JsonRpcMessage poll() {
    return waiting.poll();
  }
}
