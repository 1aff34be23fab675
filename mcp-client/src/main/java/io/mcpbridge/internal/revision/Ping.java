package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The only request that a server may send before initialization (2025-11-25, lifecycle). */
public final class Ping {

  private static final Logger log = LoggerFactory.getLogger(Ping.class);
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(10);

  private Ping() {}

  /** Whether a message is a ping request. */
  public static boolean is(JsonRpcMessage message) {
    return message instanceof JsonRpcRequest request && request.method().equals("ping");
  }

  static JsonRpcResponse answer(JsonRpcRequest ping) {
    return JsonRpcResponse.success(ping.id(), JsonObject.empty());
  }

  /** Responds before a revision is negotiated, so without headers. Never throws. */
  public static void answerDuringHandshake(JsonRpcRequest ping, Channel channel) {
    try {
      channel.send(Outbound.of(answer(ping)), Deadline.after(RESPONSE_TIMEOUT));
    } catch (McpException e) {
      log.debug("a ping during initialization got no answer: {}", e.getMessage());
    }
  }
}
