package io.mcpbridge.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.internal.channel.InProcessExchange;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InProcessTransportTest {

  private final FakeMcpServer server = FakeMcpServer.create();
  private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();
  private final ChannelListener listener =
      new ChannelListener() {
        @Override
        public void onMessage(JsonRpcMessage message) {
          events.add(message);
        }

        @Override
        public void onLost(McpException cause) {
          events.add(cause);
        }
      };
  private final Channel channel = server.transport().open(ChannelMode.STATELESS, listener, soon());

  @AfterEach
  void close() {
    channel.close();
    server.close();
  }

  @Test
  void serializesMessages() {
    server.tool("odd").returns(FakeResult.structured("{\"n\": 1.50}").afterLog("error", "x"));

    Outbound call = call("odd", Map.of("Mcp-Name", "odd"));
    try (Exchange exchange = channel.exchange(call, soon())) {
      JsonRpcResponse response = (JsonRpcResponse) exchange.next(soon());

      assertThat(response.result().object("structuredContent").get("n"))
          .isEqualTo(new java.math.BigDecimal("1.50"));
    }
    assertThat(server.received("tools/call").get(0).header("mcp-name")).isEqualTo("odd");
    assertThat(server.received("tools/call").get(0).httpMethod()).isNull();
  }

  @Test
  void routesNotificationsToExchangeOrListener() throws Exception {
    server.tool("p").returns(FakeResult.text("x").afterProgress(1, null, null).afterToolsChanged());
    try (Exchange greeting =
        channel.exchange(message(Messages.initialize(1, "2025-11-25")), soon())) {
      greeting.next(soon());
    }
    channel.send(message(Messages.notification("notifications/initialized", "{}")), soon());

    Outbound call =
        message(
            Messages.request(
                2, "tools/call", "{\"name\": \"p\", \"_meta\": {\"progressToken\": 9}}"));
    try (Exchange exchange = channel.exchange(call, soon())) {
      assertThat(((JsonRpcNotification) exchange.next(soon())).method())
          .isEqualTo("notifications/progress");
      assertThat(exchange.next(soon())).isInstanceOf(JsonRpcResponse.class);
    }
    assertThat(events.poll(60, TimeUnit.SECONDS))
        .isEqualTo(new JsonRpcNotification("notifications/tools/list_changed", null));
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void exchangeStaysOpenAfterTimeout() {
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("x").after(latch));

    try (Exchange exchange = channel.exchange(call("slow", Map.of()), soon())) {
      assertThatThrownBy(() -> exchange.next(Deadline.after(Duration.ofMillis(1))))
          .isInstanceOf(McpTimeoutException.class);
      latch.open();
      assertThat(exchange.next(soon())).isInstanceOf(JsonRpcResponse.class);
    }
  }

  /** Whichever comes first, nobody waits for the answer of a closed channel. */
  @Test
  void endsCallThatIsSentWhileChannelCloses() throws InterruptedException {
    server.tool("never").neverAnswers();
    for (int i = 0; i < 2_000; i++) {
      Channel closing = server.transport().open(ChannelMode.STATELESS, listener, soon());
      CyclicBarrier both = new CyclicBarrier(2);
      Thread closer =
          new Thread(
              () -> {
                await(both);
                closing.close();
              });
      closer.start();
      await(both);

      assertThatThrownBy(
              () -> {
                try (Exchange exchange = closing.exchange(call("never", Map.of()), soon())) {
                  exchange.next(soon());
                }
              })
          .isInstanceOfAny(McpConnectException.class, McpConnectionLostException.class);
      closer.join();
    }
    assertThat(InProcessExchange.open()).isEmpty();
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void cancelsWithAndWithoutNotification() {
    server.tool("never").neverAnswers();
    try (Exchange exchange = channel.exchange(call("never", Map.of()), soon())) {
      exchange.abandon(null);
      assertThatThrownBy(() -> exchange.next(soon())).isInstanceOf(McpCancelledException.class);
    }
    assertThat(server.awaitCancelled("tools/call", Duration.ofSeconds(60))).isNotNull();
    server.clearReceived();

    Outbound notice =
        message(Messages.notification("notifications/cancelled", "{\"requestId\": 5}"));
    try (Exchange exchange = channel.exchange(call("never", Map.of()), soon())) {
      server.awaitReceived("tools/call", Duration.ofSeconds(60));
      exchange.abandon(notice);
    }
    server.awaitReceived("notifications/cancelled", Duration.ofSeconds(60));
  }

  @Test
  void closeEndsInFlightRequestsAndSubscriptions() {
    server.tool("never").neverAnswers();
    String filter = "{\"notifications\": {}}";
    try (Exchange subscription =
            channel.exchange(
                message(Messages.stateless(1, "subscriptions/listen", filter)), soon());
        Exchange call = channel.exchange(call("never", Map.of()), soon())) {
      subscription.next(soon());
      server.subscriptions().awaitOpen(1, Duration.ofSeconds(5));

      channel.close();

      server.awaitDisconnected("subscriptions/listen", Duration.ofSeconds(5));
      server.awaitCancelled("tools/call", Duration.ofSeconds(60));
      assertThat(server.subscriptions().open()).isZero();
    }
  }

  @Test
  void reportsDroppedConnection() throws Exception {
    server.injectNext(Faults.disconnect());

    try (Exchange exchange = channel.exchange(call("any", Map.of()), soon())) {
      assertThatThrownBy(() -> exchange.next(soon()))
          .isInstanceOf(McpConnectionLostException.class);
    }
    assertThat(events.poll(60, TimeUnit.SECONDS)).isInstanceOf(McpConnectionLostException.class);
    assertThat(channel.isOpen()).isFalse();
    assertThatThrownBy(() -> channel.exchange(call("any", Map.of()), soon()))
        .isInstanceOf(McpConnectException.class);
  }

  @Test
  void throwsForHttpErrorsAndInvalidResponses() {
    server.injectNext(
        Faults.httpStatus(503, Map.of("Retry-After", "7"), "busy"),
        ProtocolFaults.bothResultAndError());

    try (Exchange exchange = channel.exchange(call("any", Map.of()), soon())) {
      assertThatThrownBy(() -> exchange.next(soon()))
          .isInstanceOfSatisfying(
              McpHttpStatusException.class,
              e -> {
                assertThat(e.status()).isEqualTo(503);
                assertThat(e.retryAfter()).isEqualTo("7");
              });
    }
    try (Exchange exchange =
        channel.exchange(message(Messages.stateless(6, "tools/list", "{}")), soon())) {
      assertThatThrownBy(() -> exchange.next(soon())).isInstanceOf(McpProtocolException.class);
    }
  }

  @Test
  void doesNotMatchResponseWithWrongId() throws Exception {
    server.injectNext(ProtocolFaults.wrongId());

    try (Exchange exchange =
        channel.exchange(message(Messages.stateless(6, "tools/list", "{}")), soon())) {
      assertThat(events.poll(60, TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              JsonRpcResponse.class, r -> assertThat(r.id().value()).isEqualTo("unknown-id"));
      assertThatThrownBy(() -> exchange.next(Deadline.after(Duration.ofMillis(1))))
          .isInstanceOf(McpTimeoutException.class);
    }
  }

  @Test
  void openFailsAfterServerIsClosed() {
    server.close();

    assertThatThrownBy(
            () -> server.transport().open(ChannelMode.SESSION, ChannelListener.none(), soon()))
        .isInstanceOf(McpConnectException.class);
  }

  @Test
  void countsConnections() {
    server.transport().open(ChannelMode.SESSION, ChannelListener.none(), soon()).close();

    assertThat(server.connectionsOpened()).isEqualTo(2);
  }

  private static Deadline soon() {
    return Deadline.after(Duration.ofSeconds(5));
  }

  private static Outbound call(String tool, Map<String, String> headers) {
    String params = Json.write(Map.of("name", tool));
    return new Outbound(
        message(Messages.stateless(5, "tools/call", params)).message(), headers, null);
  }

  private static Outbound message(String json) {
    return Outbound.of(JsonRpcMessage.from(JsonObject.of(Json.readObject(json))));
  }
}
