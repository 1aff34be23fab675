package io.mcpbridge.transport;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;

/**
 * Reads an exchange to its end on one thread, for transports whose answers somebody has to read.
 */
record ExchangePump(Exchange exchange, ExchangeListener listener) implements Runnable {

  @Override
  public void run() {
    try (exchange) {
      JsonRpcMessage message;
      do {
        message = exchange.next(Deadline.never());
        listener.onMessage(message);
      } while (!(message instanceof JsonRpcResponse));
    } catch (McpException e) {
      listener.onLost(e);
    } catch (RuntimeException | Error e) {
      listener.onLost(new McpConnectionLostException("reading the answer failed: " + e, e));
    }
  }
}
