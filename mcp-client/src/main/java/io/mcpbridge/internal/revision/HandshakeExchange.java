package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.message.RequestIds;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request that the client itself makes, during the handshake or about the session, with its
 * deadline. Messages before its response go to the listener. After the deadline it stays open,
 * because in a probe a missing response is inconclusive.
 */
public final class HandshakeExchange implements AutoCloseable {

  /** Polling interval while waiting for either of two responses. */
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(50);

  private static final RequestIds IDS = RequestIds.ofHandshake();

  private final Exchange exchange;
  private final Consumer<JsonRpcMessage> otherMessages;
  private final Deadline deadline;
  private @Nullable JsonRpcResponse response;

  private HandshakeExchange(
      Exchange exchange, Consumer<JsonRpcMessage> otherMessages, Deadline deadline) {
    this.exchange = exchange;
    this.otherMessages = otherMessages;
    this.deadline = deadline;
  }

  /** An id that is unique in this process, so that late responses are not confused. */
  static RequestId newId() {
    return IDS.next();
  }

  /** Sends a request of a session and waits for the response. */
  static JsonRpcResponse ask(Channel channel, Outbound request, Deadline deadline) {
    try (HandshakeExchange handshakeExchange = open(channel, request, deadline)) {
      return handshakeExchange.answer();
    }
  }

  /** Sends a request. */
  static HandshakeExchange open(Channel channel, Outbound request, Deadline deadline) {
    return new HandshakeExchange(
        channel.exchange(request, deadline), channel.listener()::onMessage, deadline);
  }

  /**
   * Waits for the response.
   *
   * @throws McpTimeoutException if it does not arrive before the deadline
   */
  public JsonRpcResponse answer() {
    return answer(deadline);
  }

  private JsonRpcResponse answer(Deadline waiting) {
    while (response == null) {
      JsonRpcMessage message = exchange.next(waiting);
      if (message instanceof JsonRpcResponse answer) {
        response = answer;
      } else {
        otherMessages.accept(message);
      }
    }
    return response;
  }

  /** Whether the response has arrived. Does not wait. */
  public boolean isAnswered() {
    return isAnswered(Deadline.after(Duration.ZERO));
  }

  /**
   * Waits for the response to this request or to an earlier one on the same channel.
   *
   * @throws McpTimeoutException if neither arrives before the deadline of this one
   */
  public void awaitThisOr(HandshakeExchange earlier) {
    while (!earlier.isAnswered()
        && !isAnswered(Deadline.after(CHECK_INTERVAL).orEarlier(deadline))) {
      if (deadline.hasPassed()) {
        answer();
      }
    }
  }

  private boolean isAnswered(Deadline waiting) {
    try {
      answer(waiting);
      return true;
    } catch (McpTimeoutException notYet) {
      return false;
    }
  }

  @Override
  public void close() {
    exchange.close();
  }
}
