package io.mcpbridge.revision;

import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;

/** One request of a greeting: what comes before its response has no one to go to yet. */
final class Question {

  private Question() {}

  static JsonRpcResponse ask(Channel channel, Outbound request, Deadline deadline) {
    try (Exchange exchange = channel.exchange(request, deadline)) {
      while (true) {
        JsonRpcMessage message = exchange.next(deadline);
        if (message instanceof JsonRpcResponse response) {
          return response;
        }
        if (Ping.is(message)) {
          Ping.answerBeforeGreeted((JsonRpcRequest) message, channel);
        }
      }
    }
  }
}
