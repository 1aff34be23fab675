package io.mcpbridge.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExchangePumpTest {

  private final List<McpException> lost = new ArrayList<>();

  @Test
  void whateverEndsItIsSaid() {
    Error thrown = new LinkageError("made up");

    new ExchangePump(failing(thrown), listener()).run();

    assertThat(lost)
        .singleElement()
        .isInstanceOf(McpConnectionLostException.class)
        .extracting(Throwable::getCause)
        .isSameAs(thrown);
  }

  private ExchangeListener listener() {
    return new ExchangeListener() {
      @Override
      public void onMessage(JsonRpcMessage message) {
        throw new AssertionError("nothing was said");
      }

      @Override
      public void onLost(McpException cause) {
        lost.add(cause);
      }
    };
  }

  private static Exchange failing(Error error) {
    return new Exchange() {
      @Override
      public JsonRpcMessage next(Deadline deadline) {
        throw error;
      }

      @Override
      public void abandon(@Nullable Outbound notice) {}

      @Override
      public void close() {}
    };
  }
}
