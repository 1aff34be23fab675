package io.mcpbridge.transport;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads an exchange to its end on one thread, for transports without a reader thread. */
record ExchangePump(Exchange exchange, ExchangeListener listener) implements Runnable {

  private static final Logger log = LoggerFactory.getLogger(ExchangePump.class);

  @Override
  public void run() {
    try (exchange) {
      JsonRpcMessage message;
      do {
        message = exchange.next(Deadline.never());
        notifyListener(message);
      } while (!(message instanceof JsonRpcResponse));
    } catch (McpException e) {
      listener.onLost(e);
    } catch (RuntimeException | Error e) {
      listener.onLost(new McpConnectionLostException("reading the answer failed: " + e, e));
    }
  }

  /**
   * A failing listener may handle the next message; its failure on the response ends the exchange.
   */
  private void notifyListener(JsonRpcMessage message) {
    try {
      listener.onMessage(message);
    } catch (RuntimeException | Error e) {
      if (message instanceof JsonRpcResponse) {
        throw e;
      }
      log.warn("A message could not be delivered", e);
    }
  }
}
