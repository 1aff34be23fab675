package io.mcpbridge.internal.client.connection;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Messages that belong to no exchange. */
class InboundHandlerTest {

  @Test
  void toleratesChannelLossAfterFailedConnect() {
    AtomicReference<ChannelListener> channelListener = new AtomicReference<>();
    Transport transport =
        new Transport() {
          @Override
          public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
            channelListener.set(listener);
            throw new McpConnectException("nowhere");
          }

          @Override
          public String address() {
            return "nowhere";
          }
        };
    try (McpClient client = McpClient.of(transport)) {
      assertThatThrownBy(client::server).isInstanceOf(McpConnectException.class);

      assertThatCode(() -> channelListener.get().onLost(new McpConnectionLostException("it ended")))
          .doesNotThrowAnyException();
    }
  }
}
