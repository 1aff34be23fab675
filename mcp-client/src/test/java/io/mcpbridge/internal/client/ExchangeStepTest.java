package io.mcpbridge.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.Transport;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A response that fails to decode, or a transport that fails, fails only its own call. */
class ExchangeStepTest {

  private static final String DISCOVERED =
      "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},"
          + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}";
  private static final String RESULT = "{\"content\":[{\"type\":\"text\",\"text\":\"fine\"}]}";

  private final AtomicInteger exchangesClosed = new AtomicInteger();
  private Runnable awaited = () -> {};
  private Runnable abandoned = () -> {};
  private Supplier<JsonObject> result = () -> JsonObject.of(Json.readObject(RESULT));

  @Test
  void wrapsUnexpectedExceptionAndStaysUsable() {
    try (McpClient client = McpClient.builder(new Answering()).name("odd").build()) {
      for (RuntimeException thrown :
          new RuntimeException[] {new ArithmeticException("made up"), new NullPointerException()}) {
        result = () -> failing(thrown);
        assertThatThrownBy(() -> client.callTool("fine"))
            .isExactlyInstanceOf(McpProtocolException.class)
            .hasMessageContainingAll("Server \"odd\", tools/call fine", thrown.toString())
            .hasCause(thrown);
      }
      result = () -> failing(new StackOverflowError());
      assertThatThrownBy(() -> client.callTool("fine"))
          .isExactlyInstanceOf(McpLimitException.class)
          .hasMessageContaining("JsonLimits.withMaxDepth");
      result = () -> JsonObject.of(Json.readObject(RESULT));
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
    }
  }

  @Test
  void closesExchangeIfTransportFailsToAbandonIt() {
    IllegalStateException broken = new IllegalStateException("no stream");
    abandoned =
        () -> {
          throw broken;
        };
    try (McpClient client = McpClient.of(new Answering())) {
      client.server();
      exchangesClosed.set(0);
      awaited =
          () -> {
            throw new McpTimeoutException("no response in time");
          };

      assertThatThrownBy(() -> client.callTool("fine"))
          .isInstanceOf(McpTimeoutException.class)
          .hasSuppressedException(broken);

      assertThat(exchangesClosed).hasValue(1);
    }
  }

  private static JsonObject failing(Throwable thrown) {
    return JsonObject.of(
        new AbstractMap<String, Object>() {
          @Override
          public Set<Map.Entry<String, Object>> entrySet() {
            if (thrown instanceof Error error) {
              throw error;
            }
            throw (RuntimeException) thrown;
          }
        });
  }

  /** A transport whose server responds at once. */
  private final class Answering implements Transport {

    @Override
    public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
      return new Channel() {
        @Override
        public Exchange exchange(Outbound request, Deadline by) {
          JsonRpcRequest asked = (JsonRpcRequest) request.message();
          JsonObject answer =
              asked.method().equals("server/discover")
                  ? JsonObject.of(Json.readObject(DISCOVERED))
                  : asked.method().equals("tools/list")
                      ? JsonObject.of(Json.readObject("{\"tools\":[]}"))
                      : result.get();
          JsonRpcMessage response = JsonRpcResponse.success(asked.id(), answer);
          return new Exchange() {
            @Override
            public JsonRpcMessage next(Deadline waiting) {
              awaited.run();
              return response;
            }

            @Override
            public void abandon(@Nullable Outbound notice) {
              abandoned.run();
            }

            @Override
            public void close() {
              exchangesClosed.incrementAndGet();
            }
          };
        }

        @Override
        public void send(Outbound message, Deadline by) {}

        @Override
        public boolean isOpen() {
          return true;
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public String address() {
      return "here";
    }
  }
}
