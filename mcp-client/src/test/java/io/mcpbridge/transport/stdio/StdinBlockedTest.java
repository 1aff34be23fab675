package io.mcpbridge.transport.stdio;

import static io.mcpbridge.transport.TestMessages.request;
import static io.mcpbridge.transport.TestMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.RecordingChannelListener;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server that does not read its standard input, so that the pipe fills up. */
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(ProcessLeakExtension.class)
class StdinBlockedTest {

  private static final String MESSAGE = "{\"method\":\"notifications/tick\"}";

  private final RecordingChannelListener channelListener = new RecordingChannelListener();

  /** More than the capacity of a pipe. */
  private static Outbound large(long id) {
    return request(id, "tools/call", Map.of("text", "x".repeat(1_000_000)));
  }

  private Channel nonReadingServer(String script) {
    return nonReadingServer(script, channelListener);
  }

  private static Channel nonReadingServer(String script, ChannelListener listener) {
    return StdioTransport.builder("sh", "-c", script)
        .exitTimeout(Duration.ofMillis(50))
        .killTimeout(Duration.ofMillis(50))
        .build()
        .open(ChannelMode.SESSION, listener, soon());
  }

  @Test
  void stopsServerIfWriteBlocksUntilDeadline() throws Exception {
    try (Channel channel =
        nonReadingServer("trap '' TERM; echo '" + MESSAGE + "'; while :; do sleep 600; done")) {
      channelListener.message();
      Exchange earlier = channel.exchange(request(1, "tools/call", Map.of()), soon());

      assertThatExceptionOfType(McpTimeoutException.class)
          .isThrownBy(() -> channel.exchange(large(2), Deadline.after(Duration.ofMillis(700))))
          .withMessageContaining("did not read its standard input")
          .withMessageContaining("tools/call")
          .withMessageContaining("700 ms");

      assertThatExceptionOfType(McpConnectionLostException.class)
          .isThrownBy(() -> earlier.next(soon()))
          .withMessageContaining("did not read its standard input and was stopped");
      assertThat(channelListener.loss()).isInstanceOf(McpConnectionLostException.class);
      assertThat(channel.isOpen()).isFalse();
    }
  }

  /** The timer is shared by all connections, and finding the processes to kill takes a while. */
  @Test
  void doesNotStopServerOnTimerThread() throws Exception {
    CompletableFuture<String> thread = new CompletableFuture<>();
    ChannelListener listener =
        new ChannelListener() {
          @Override
          public void onMessage(JsonRpcMessage message) {
            channelListener.onMessage(message);
          }

          @Override
          public void onLost(McpException cause) {
            thread.complete(Thread.currentThread().getName());
          }
        };
    try (Channel channel = nonReadingServer("echo '" + MESSAGE + "'; sleep 600", listener)) {
      channelListener.message();

      assertThatExceptionOfType(McpTimeoutException.class)
          .isThrownBy(() -> channel.exchange(large(1), Deadline.after(Duration.ofMillis(700))));

      assertThat(thread.get(60, TimeUnit.SECONDS)).startsWith("mcp-stdio-");
    }
  }

  @Test
  void concurrentWriteWaitsOnlyUntilItsOwnDeadline() throws Exception {
    Channel channel = nonReadingServer("while echo '" + MESSAGE + "'; do sleep 0.05; done");
    CompletableFuture<Throwable> blocked = new CompletableFuture<>();
    Thread writer =
        new Thread(
            () -> blocked.complete(catchThrowable(() -> channel.exchange(large(1), soon()))),
            "blocked-writer");
    writer.start();
    channelListener.message();
    while (!isWriting(writer)) {
      Thread.onSpinWait();
    }

    Throwable late =
        catchThrowable(
            () ->
                channel.exchange(
                    request(2, "tools/call", Map.of()), Deadline.after(Duration.ofMillis(200))));

    assertThat(late)
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContaining("could not be sent within 200 ms");
    channelListener.messages.clear();
    assertThat(channelListener.message()).isInstanceOf(JsonRpcNotification.class);
    assertThat(channel.isOpen()).isTrue();

    channel.close();
    assertThat(blocked.get(60, TimeUnit.SECONDS)).isInstanceOf(McpConnectException.class);
  }

  /** A thread blocked in a write to a pipe has no other observable state. */
  private static boolean isWriting(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().equals("java.io.FileOutputStream"));
  }

  @Test
  void rejectsRequestAfterServerClosedStdin() throws Exception {
    try (Channel channel = nonReadingServer("exec <&-; echo '" + MESSAGE + "'; sleep 600")) {
      channelListener.message();

      assertThatExceptionOfType(McpConnectException.class)
          .isThrownBy(() -> channel.exchange(request(1, "tools/call", Map.of()), soon()))
          .withMessageContaining("tools/call was not sent");
    }
  }

  @Test
  void shortDeadlineDoesNotCloseBusyServer() throws Exception {
    try (Channel channel =
        EchoServer.transport().build().open(ChannelMode.SESSION, channelListener, soon())) {
      for (int id = 0; id < 50; id++) {
        Deadline deadline = Deadline.after(Duration.ofNanos(100_000));
        Outbound request = request(id, "echo", Map.of());
        assertThat(catchThrowable(() -> channel.exchange(request, deadline).close()))
            .satisfiesAnyOf(
                failure -> assertThat(failure).isNull(),
                failure -> assertThat(failure).isInstanceOf(McpTimeoutException.class));
      }
      assertThat(channel.isOpen()).isTrue();
      assertThat(channelListener.losses).isEmpty();
    }
  }
}
