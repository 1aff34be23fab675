package io.mcpbridge.internal.revision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.Correlator;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SessionSubscriptionServiceTest {

  private static final Duration SHORT = Duration.ofMillis(50);

  private final SilentChannel channel = new SilentChannel();
  private final AtomicLong ids = new AtomicLong();
  private final SessionSubscriptionService news =
      new SessionSubscriptionService(
          channel,
          new ServerInfo("2025-11-25", null, Map.of(), null, Map.of()),
          Map.of(),
          () -> RequestId.of(ids.incrementAndGet()));

  @Test
  void waitsForConcurrentSubscribeOnlyUntilOwnDeadline() throws Exception {
    Thread subscriber =
        new Thread(
            () ->
                assertThatThrownBy(() -> news.subscribe("a:a", Deadline.never()))
                    .isInstanceOf(McpConnectionLostException.class));
    subscriber.start();
    assertThat(channel.requestSent.await(60, TimeUnit.SECONDS)).isTrue();

    news.unsubscribe("a:b", Deadline.after(SHORT));
    assertThatThrownBy(() -> news.subscribe("a:c", Deadline.after(SHORT, "timeout")))
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContaining("50 ms (setting timeout)");

    assertThat(channel.requests).hasSize(1);
    channel.close();
    subscriber.join();
  }

  /** A channel to a server that never responds. */
  private static final class SilentChannel implements Channel {

    final CountDownLatch requestSent = new CountDownLatch(1);
    final List<Outbound> requests = new CopyOnWriteArrayList<>();
    private final Correlator correlator = new Correlator("silent", ChannelListener.none());

    @Override
    public Exchange exchange(Outbound request, Deadline deadline) {
      requests.add(request);
      Exchange exchange = correlator.open(request, notice -> {});
      requestSent.countDown();
      return exchange;
    }

    @Override
    public void send(Outbound message, Deadline deadline) {}

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {
      correlator.fail(new McpConnectionLostException("closed"));
    }
  }
}
