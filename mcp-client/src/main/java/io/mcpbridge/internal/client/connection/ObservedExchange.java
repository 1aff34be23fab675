package io.mcpbridge.internal.client.connection;

import io.mcpbridge.client.call.WireMessage.Observed;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.ExchangeListener;
import io.mcpbridge.transport.Outbound;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * An exchange that is observed until its response, or, of a stream that stays open, until its first
 * message, which acknowledges it.
 */
final class ObservedExchange implements Exchange {

  private final Exchange exchange;
  private final ChannelMessage request;
  private final Observed observed;
  private boolean followed;
  private @Nullable McpException unanswered;

  ObservedExchange(Exchange exchange, ChannelMessage request, Observed observed) {
    this.exchange = exchange;
    this.request = request;
    this.observed = observed;
  }

  @Override
  public JsonRpcMessage next(Deadline deadline) {
    try {
      JsonRpcMessage message = exchange.next(deadline);
      if (message instanceof JsonRpcResponse response) {
        answered(response);
      }
      return message;
    } catch (McpTimeoutException e) { // the response may still be awaited, as in a probe
      unanswered = e;
      throw e;
    } catch (RuntimeException | Error e) {
      observed.ended(e);
      throw e;
    }
  }

  private void answered(JsonRpcResponse response) {
    request.answered(response);
    observed.ended(failure(response.error()));
  }

  /** The failure that an error response means. */
  static @Nullable McpErrorResponseException failure(@Nullable JsonRpcError error) {
    return error == null
        ? null
        : new McpErrorResponseException(
            ServerText.line(error.message()), error.code(), error.message(), error.data());
  }

  @Override
  public void follow(ExchangeListener listener, Executor threads) {
    followed = true;
    exchange.follow(
        new ExchangeListener() {
          @Override
          public void onMessage(JsonRpcMessage message) {
            if (message instanceof JsonRpcResponse response) {
              answered(response);
            } else {
              observed.ended(null);
            }
            listener.onMessage(message);
          }

          @Override
          public void onLost(McpException cause) {
            observed.ended(cause);
            listener.onLost(cause);
          }
        },
        threads);
  }

  @Override
  public boolean whenReady(Runnable ready) {
    return exchange.whenReady(ready);
  }

  @Override
  public void abandon(@Nullable Outbound notice) {
    exchange.abandon(notice);
  }

  @Override
  public void close() {
    exchange.close();
    if (!followed) {
      observed.ended(unanswered);
    }
  }
}
