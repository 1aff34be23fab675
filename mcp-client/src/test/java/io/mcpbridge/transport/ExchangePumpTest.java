package io.mcpbridge.transport;

import static io.mcpbridge.transport.TestMessages.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.RequestId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExchangePumpTest {

  private final List<McpException> losses = new ArrayList<>();

  @Test
  void reportsAnyThrowableAsConnectionLost() {
    Error thrown = new LinkageError("made up");

    new ExchangePump(failing(thrown), listener()).run();

    assertThat(losses)
        .singleElement()
        .isInstanceOf(McpConnectionLostException.class)
        .extracting(Throwable::getCause)
        .isSameAs(thrown);
  }

  @Test
  void continuesAfterListenerException() {
    RequestId id = RequestId.of(1);
    Queue<JsonRpcMessage> messages =
        new ArrayDeque<>(
            List.of(TestMessages.progress(7, 1), TestMessages.progress(7, 2), answer(id)));
    List<JsonRpcMessage> received = new ArrayList<>();
    ExchangeListener failing =
        new ExchangeListener() {
          @Override
          public void onMessage(JsonRpcMessage message) {
            received.add(message);
            if (received.size() == 1) {
              throw new LinkageError("made up");
            }
          }

          @Override
          public void onLost(McpException cause) {
            losses.add(cause);
          }
        };

    new ExchangePump(exchangeOf(messages), failing).run();

    assertThat(received).hasSize(3);
    assertThat(losses).isEmpty();
  }

  @Test
  void reportsConnectionLostIfListenerFailsOnResponse() {
    new ExchangePump(exchangeOf(new ArrayDeque<>(List.of(answer(RequestId.of(1))))), listener())
        .run();

    assertThat(losses).singleElement().isInstanceOf(McpConnectionLostException.class);
  }

  private ExchangeListener listener() {
    return new ExchangeListener() {
      @Override
      public void onMessage(JsonRpcMessage message) {
        throw new AssertionError("nothing was said");
      }

      @Override
      public void onLost(McpException cause) {
        losses.add(cause);
      }
    };
  }

  private static Exchange failing(Error error) {
    return exchange(
        () -> {
          throw error;
        });
  }

  private static Exchange exchangeOf(Queue<JsonRpcMessage> messages) {
    return exchange(messages::remove);
  }

  private static Exchange exchange(Supplier<JsonRpcMessage> messages) {
    return new Exchange() {
      @Override
      public JsonRpcMessage next(Deadline deadline) {
        return messages.get();
      }

      @Override
      public void abandon(@Nullable Outbound notice) {}

      @Override
      public void close() {}
    };
  }
}
