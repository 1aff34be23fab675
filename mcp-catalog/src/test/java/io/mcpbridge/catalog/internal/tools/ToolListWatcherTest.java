package io.mcpbridge.catalog.internal.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.internal.client.ClientEngine;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ToolListWatcherTest {

  private final AtomicInteger attempts = new AtomicInteger();
  private final ClientEngine client =
      (ClientEngine)
          McpClient.of(
              new Transport() {
                @Override
                public Channel open(ChannelMode mode, ChannelListener listener, Deadline deadline) {
                  attempts.incrementAndGet();
                  throw new McpConnectException("nowhere");
                }

                @Override
                public String address() {
                  return "nowhere";
                }
              });
  private final ToolListWatcher news = new ToolListWatcher(client, () -> {}, () -> {});

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void doesNotSubscribeAfterClose() {
    news.begin();
    assertThat(news.isBegun()).as("tries until it is heard").isTrue();
    assertThat(attempts).hasPositiveValue();

    news.close();
    client.close();
    assertThat(news.isBegun()).as("what was to be tried again is not").isFalse();
    int before = attempts.get();
    news.begin();

    assertThat(news.isBegun()).isFalse();
    assertThat(attempts).hasValue(before);
  }
}
