package io.mcpbridge.transport.stdio;

import static io.mcpbridge.transport.TestMessages.request;
import static io.mcpbridge.transport.TestMessages.result;
import static io.mcpbridge.transport.TestMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.RecordingChannelListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ProcessLeakExtension.class)
class StdioExchangeTest {

  private final RecordingChannelListener channelListener = new RecordingChannelListener();

  private Channel open(StdioTransport.Builder transport) {
    return transport.build().open(ChannelMode.STATELESS, channelListener, soon());
  }

  @Test
  void receivesResponses() {
    try (Channel channel = open(EchoServer.transport())) {
      for (int i = 0; i < 3; i++) {
        try (Exchange exchange = channel.exchange(request(i, "echo", Map.of("i", i)), soon())) {
          assertThat(result(exchange).integer("i")).isEqualTo(i);
        }
      }
      channel.speak(ChannelMode.SESSION);
      assertThat(channel.isOpen()).isTrue();
    }
    assertThat(channelListener.losses).isEmpty();
  }

  @Test
  void concurrentCallersGetTheirOwnResponses() throws Exception {
    int callers = 200;
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try (Channel channel = open(EchoServer.transport())) {
      CountDownLatch allReady = new CountDownLatch(callers);
      List<Future<Boolean>> calls = new ArrayList<>();
      for (int caller = 0; caller < callers; caller++) {
        int first = caller * 10;
        calls.add(
            threads.submit(
                () -> {
                  allReady.countDown();
                  allReady.await();
                  boolean right = true;
                  for (int id = first; id < first + 10; id++) {
                    right &= echoes(channel, id);
                  }
                  return right;
                }));
      }
      for (Future<Boolean> call : calls) {
        assertThat(call.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static boolean echoes(Channel channel, int id) {
    Map<String, Object> params = Map.of("id", id, "padding", "x".repeat(id % 7 * 1500));
    try (Exchange exchange = channel.exchange(request(id, "echo", params), soon())) {
      return result(exchange).toMap().equals(params);
    }
  }

  @Test
  void usesUtf8() {
    String text = "\u00e4\u4e2d\ud83d\ude00\u2028 \"\\ \n\t\u0000";
    try (Channel channel = open(EchoServer.transport());
        Exchange exchange = channel.exchange(request(1, "echo", Map.of("t", text)), soon())) {
      assertThat(result(exchange).string("t")).isEqualTo(text);
    }
  }

  @Test
  void sendsAndReceivesLargeMessages() {
    String text = "y".repeat(5_000_000);
    try (Channel channel = open(EchoServer.transport())) {
      try (Exchange large =
          channel.exchange(request(1, "large", Map.of("length", 10_000_000)), soon())) {
        assertThat(result(large).string("text")).hasSize(5_000_000);
      }
      try (Exchange echo = channel.exchange(request(2, "echo", Map.of("t", text)), soon())) {
        assertThat(result(echo).string("t")).isEqualTo(text);
      }
    }
  }

  @Test
  void sendsAndReceivesNotifications() throws Exception {
    JsonRpcNotification notification =
        new JsonRpcNotification("notifications/initialized", JsonObject.empty());
    try (Channel channel = open(EchoServer.transport())) {
      channel.send(Outbound.of(notification), soon());

      assertThat(channelListener.message())
          .isEqualTo(new JsonRpcNotification("echo/notifications/initialized", JsonObject.empty()));
    }
  }

  @Test
  void abandonSendsCancelledNotification() throws Exception {
    Outbound notice =
        Outbound.of(
            new JsonRpcNotification(
                "notifications/cancelled", JsonObject.of(Map.of("requestId", 1))));
    try (Channel channel = open(EchoServer.transport());
        Exchange exchange = channel.exchange(request(1, "silence", Map.of()), soon())) {
      assertThatExceptionOfType(McpTimeoutException.class)
          .isThrownBy(() -> exchange.next(Deadline.after(Duration.ofMillis(1))));
      Thread.currentThread().interrupt();
      exchange.abandon(notice);

      assertThat(Thread.interrupted()).isTrue();
      assertThat(channelListener.message())
          .isEqualTo(
              new JsonRpcNotification(
                  "echo/notifications/cancelled", JsonObject.of(Map.of("requestId", 1))));
    }
  }

  @Test
  void startsOneProcessPerChannel() {
    StdioTransport transport = EchoServer.transport().build();
    try (Channel first = transport.open(ChannelMode.SESSION, channelListener, soon());
        Channel second = transport.open(ChannelMode.SESSION, channelListener, soon())) {
      assertThat(echoes(first, 1)).isTrue();
      first.close();
      assertThat(echoes(second, 1)).isTrue();
    }
  }
}
