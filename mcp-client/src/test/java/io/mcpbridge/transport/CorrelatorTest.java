package io.mcpbridge.transport;

import static io.mcpbridge.transport.TestMessages.answer;
import static io.mcpbridge.transport.TestMessages.progress;
import static io.mcpbridge.transport.TestMessages.refusal;
import static io.mcpbridge.transport.TestMessages.request;
import static io.mcpbridge.transport.TestMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CorrelatorTest {

  private static final RequestId ONE = RequestId.of(1);
  private static final RequestId TWO = RequestId.of(2);
  private static final RequestId TEXT_ONE = RequestId.of("1");
  private static final Deadline NOW = Deadline.after(Duration.ZERO);

  private final RecordingChannelListener channelListener = new RecordingChannelListener();
  private final Correlator correlator = new Correlator("stdio: server", channelListener);
  private final List<Outbound> notices = new ArrayList<>();

  private Exchange open(Outbound request) {
    return correlator.open(request, notices::add);
  }

  @Test
  void correlatesResponsesInAnyOrder() {
    Exchange first = open(request(ONE));
    Exchange second = open(request(TWO));

    correlator.deliver(answer(TWO));
    correlator.deliver(answer(ONE));

    assertThat(first.next(soon())).isEqualTo(answer(ONE));
    assertThat(second.next(soon())).isEqualTo(answer(TWO));
    assertThat(correlator.openExchanges()).isZero();
  }

  @Test
  void distinguishesNumericAndStringIds() {
    Exchange number = open(request(ONE));
    Exchange text = open(request(TEXT_ONE));

    correlator.deliver(answer(TEXT_ONE));

    assertThat(text.next(soon())).isEqualTo(answer(TEXT_ONE));
    assertThatExceptionOfType(McpTimeoutException.class).isThrownBy(() -> number.next(NOW));
  }

  @Test
  void acceptsNumericIdReturnedAsString() {
    Exchange number = open(request(ONE));

    correlator.deliver(answer(TEXT_ONE));

    assertThat(number.next(soon())).isEqualTo(answer(TEXT_ONE));
  }

  @Test
  void ignoresStringIdThatIsNoSmallInteger() {
    Exchange number = open(request(ONE));

    for (String id : List.of("", "+1", "1.0", " 1", "99999999999999999999999", "\u0661")) {
      correlator.deliver(answer(RequestId.of(id)));
    }

    assertThatExceptionOfType(McpTimeoutException.class).isThrownBy(() -> number.next(NOW));
  }

  @Test
  void assignsErrorWithoutIdToOnlyOpenRequest() {
    Exchange only = open(request(ONE));

    correlator.deliver(refusal(null));

    assertThat(only.next(soon())).isEqualTo(refusal(null));
  }

  @Test
  void ignoresErrorWithoutIdAmongSeveralRequests() {
    Exchange first = open(request(ONE));
    Exchange second = open(request(TWO));

    correlator.deliver(refusal(null));

    assertThatExceptionOfType(McpTimeoutException.class).isThrownBy(() -> first.next(NOW));
    assertThatExceptionOfType(McpTimeoutException.class).isThrownBy(() -> second.next(NOW));
  }

  @Test
  void passesDuplicateResponseToListener() {
    Exchange exchange = open(request(ONE));

    correlator.deliver(answer(ONE));
    correlator.deliver(refusal(ONE));

    assertThat(exchange.next(soon())).isEqualTo(answer(ONE));
    assertThatIllegalStateException().isThrownBy(() -> exchange.next(NOW));
    assertThat(channelListener.messages).containsExactly(refusal(ONE));
  }

  @Test
  void deliversProgressBeforeResponse() {
    Exchange first = open(request(1, "token"));
    Exchange second = open(request(2, 7));

    correlator.deliver(progress(7, 1));
    correlator.deliver(progress("token", 2));
    correlator.deliver(answer(ONE));
    correlator.deliver(answer(TWO));

    assertThat(first.next(soon())).isEqualTo(progress("token", 2));
    assertThat(first.next(soon())).isEqualTo(answer(ONE));
    assertThat(second.next(soon())).isEqualTo(progress(7, 1));
    assertThat(second.next(soon())).isEqualTo(answer(TWO));
  }

  @Test
  void passesUnmatchedProgressToListener() {
    Exchange exchange = open(request(1, 7));

    correlator.deliver(progress("7", 1));
    correlator.deliver(answer(ONE));
    correlator.deliver(progress(7, 2));

    assertThat(exchange.next(soon())).isEqualTo(answer(ONE));
    assertThat(channelListener.messages).containsExactly(progress("7", 1), progress(7, 2));
  }

  @Test
  void dropsOldestProgressOnOverflowButNotResponse() {
    Exchange exchange = open(request(1, 7));
    int progressCount = 3 * CorrelatedExchange.MAX_WAITING_PROGRESS;

    for (int i = 0; i < progressCount; i++) {
      correlator.deliver(progress(7, i));
    }
    correlator.deliver(answer(ONE));

    List<JsonRpcMessage> received = new ArrayList<>();
    do {
      received.add(exchange.next(soon()));
    } while (!(received.get(received.size() - 1) instanceof JsonRpcResponse));
    assertThat(received).hasSize(CorrelatedExchange.MAX_WAITING_PROGRESS + 1);
    assertThat(received.get(received.size() - 2)).isEqualTo(progress(7, progressCount - 1));
  }

  @Test
  void passesRequestsAndNotificationsToListener() {
    open(request(ONE));
    JsonRpcMessage fromServer = new JsonRpcRequest(ONE, "ping", null);
    JsonRpcMessage changed = new JsonRpcNotification("notifications/tools/list_changed", null);

    correlator.deliver(fromServer);
    correlator.deliver(changed);

    assertThat(channelListener.messages).containsExactly(fromServer, changed);
    assertThat(correlator.openExchanges()).isOne();
  }

  @Test
  void channelListenerExceptionDoesNotStopReader() {
    Correlator correlator =
        new Correlator(
            "stdio: server",
            new ChannelListener() {
              @Override
              public void onMessage(JsonRpcMessage message) {
                if (message instanceof JsonRpcRequest) {
                  throw new LinkageError("broken listener");
                }
                throw new IllegalStateException("broken listener");
              }

              @Override
              public void onLost(McpException cause) {}
            });
    Exchange exchange = correlator.open(request(ONE), notice -> {});

    correlator.deliver(new JsonRpcNotification("notifications/message", JsonObject.empty()));
    correlator.deliver(new JsonRpcRequest(TWO, "ping", null));
    correlator.deliver(answer(ONE));

    assertThat(exchange.next(soon())).isEqualTo(answer(ONE));
  }

  @Test
  void exchangeListenerExceptionDoesNotStopReader() {
    Error broken = new LinkageError("broken follower");
    Exchange followed = open(request(1, 7));
    followed.follow(
        new ExchangeListener() {
          @Override
          public void onMessage(JsonRpcMessage message) {
            throw broken;
          }

          @Override
          public void onLost(McpException cause) {
            throw broken;
          }
        },
        Runnable::run);
    Exchange second = open(request(TWO));

    correlator.deliver(progress(7, 1));
    correlator.deliver(answer(ONE));
    correlator.deliver(answer(TWO));

    assertThat(second.next(soon())).isEqualTo(answer(TWO));
  }

  @Test
  void exchangeStaysUsableAfterTimeout() {
    Exchange exchange = open(request(ONE));

    assertThatExceptionOfType(McpTimeoutException.class)
        .isThrownBy(() -> exchange.next(Deadline.after(Duration.ofMillis(5))))
        .withMessage("stdio: server: no answer to tools/call within 5 ms");
    correlator.deliver(answer(ONE));

    assertThat(exchange.next(NOW)).isEqualTo(answer(ONE));
  }

  @Test
  void interruptEndsWaitAndKeepsInterruptFlag() {
    Exchange exchange = open(request(ONE));

    Thread.currentThread().interrupt();
    Throwable thrown = catchThrowable(() -> exchange.next(soon()));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(thrown).isInstanceOf(McpCancelledException.class).hasMessageContaining("tools/call");
    correlator.deliver(answer(ONE));
    assertThat(exchange.next(NOW)).isEqualTo(answer(ONE));
  }

  @Test
  void abandonEndsWaitOfOtherThread() {
    Exchange exchange = open(request(ONE));
    CompletableFuture<Throwable> waiting =
        CompletableFuture.supplyAsync(() -> catchThrowable(() -> exchange.next(soon())));

    exchange.abandon(request(TWO));
    exchange.abandon(request(TWO));

    assertThat(waiting.join()).isInstanceOf(McpCancelledException.class);
    assertThat(notices).containsExactly(request(TWO));
    assertThat(correlator.openExchanges()).isZero();
  }

  @Test
  void abandonAfterResponseDoesNothing() {
    Exchange exchange = open(request(ONE));

    correlator.deliver(answer(ONE));
    exchange.abandon(request(TWO));

    assertThat(exchange.next(soon())).isEqualTo(answer(ONE));
    assertThat(notices).isEmpty();
  }

  @Test
  void abandonNeverThrows() {
    Exchange exchange =
        correlator.open(
            request(ONE),
            notice -> {
              throw new IllegalStateException("cannot be sent");
            });

    exchange.abandon(null);

    assertThat(correlator.openExchanges()).isZero();
  }

  @Test
  void failureFailsOpenRequestsAndRejectsNewOnes() {
    Exchange first = open(request(ONE));
    Exchange second = open(request(TWO));
    McpException loss = new McpConnectionLostException("stdio: server: it went away");

    correlator.fail(loss);

    for (Exchange exchange : List.of(first, second)) {
      assertThatExceptionOfType(McpConnectionLostException.class)
          .isThrownBy(() -> exchange.next(soon()))
          .withMessage(loss.getMessage())
          .withCause(loss);
    }
    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(() -> open(request(RequestId.of(3))))
        .withMessageContaining("it went away")
        .withMessageContaining("nothing was sent");
    assertThat(correlator.openExchanges()).isZero();
  }

  @Test
  void namesCurrentOperationInSharedFailure() {
    Exchange exchange = open(request(ONE));
    McpException loss =
        new McpConnectionLostException("stdio: server: it went away")
            .withOperation("files", "greeting");

    correlator.fail(loss);

    McpException seen = catchThrowableOfType(McpException.class, () -> exchange.next(soon()));
    McpException refused = catchThrowableOfType(McpException.class, () -> open(request(TWO)));
    for (McpException e : List.of(seen, refused)) {
      assertThat(e.withOperation("files", "tools/call"))
          .hasMessageStartingWith("Server \"files\", tools/call: stdio: server: it went away")
          .hasMessageNotContaining("greeting");
    }
  }

  @Test
  void failureOfOneRequestDoesNotAffectOthers() {
    Exchange first = open(request(ONE));
    Exchange second = open(request(TWO));
    McpException loss = new McpConnectionLostException("lost");

    assertThat(correlator.fail(null, loss)).isFalse();
    assertThat(correlator.fail(RequestId.of(3), loss)).isFalse();
    assertThat(correlator.fail(TWO, loss)).isTrue();

    assertThatExceptionOfType(McpConnectionLostException.class)
        .isThrownBy(() -> second.next(soon()));
    correlator.deliver(answer(ONE));
    assertThat(first.next(soon())).isEqualTo(answer(ONE));
  }

  @Test
  void forgetsClosedExchange() {
    open(request(1, 7)).close();

    correlator.deliver(progress(7, 1));
    correlator.deliver(answer(ONE));

    assertThat(correlator.openExchanges()).isZero();
    assertThat(channelListener.messages)
        .containsExactly(progress(7, 1), answer(ONE)); // a late response
    open(request(ONE)).close();
  }

  @Test
  void rejectsDuplicateIdAndNotification() {
    open(request(ONE));

    assertThatIllegalArgumentException().isThrownBy(() -> open(request(ONE)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> open(Outbound.of(new JsonRpcNotification("notifications/x", null))));
  }
}
