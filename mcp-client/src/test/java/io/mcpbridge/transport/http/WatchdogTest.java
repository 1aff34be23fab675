package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Exchange;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The threads of this package come when needed and go by themselves. */
class WatchdogTest extends HttpTest {

  private static List<Thread> threads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .toList();
  }

  private static void awaitEnd(String name) throws InterruptedException {
    for (Thread thread : threads(name)) {
      assertThat(thread.isDaemon()).isTrue();
      thread.join(15_000);
    }
    assertThat(threads(name)).isEmpty();
  }

  @Test
  void oneThreadWatchesAndEndsAndComesBack() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          answer.stream();
          answer.awaitClosed();
        });

    for (int i = 0; i < 2; i++) {
      try (Exchange exchange = channel.exchange(call(), soon())) {
        assertThatThrownBy(() -> exchange.next(in(100))).isInstanceOf(McpTimeoutException.class);
      }
      assertThat(threads(Watchdog.THREAD_NAME)).hasSize(1);
      awaitEnd(Watchdog.THREAD_NAME);
    }
  }

  @Test
  void noticesLeaveNoThreadBehind() throws Exception {
    connect(
        ChannelMode.SESSION,
        (request, answer) -> {
          if (request.body().contains("tools/call")) {
            answer.awaitClosed();
          } else {
            answer.accepted();
          }
        });
    try (Exchange exchange = channel.exchange(call(), soon())) {
      exchange.abandon(notice("notifications/cancelled"));
    }
    server.received();
    server.received();

    awaitEnd(Notices.THREAD_NAME);
  }
}
