package io.mcpbridge.transport.stdio;

import static io.mcpbridge.transport.TestMessages.request;
import static io.mcpbridge.transport.TestMessages.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.RecordingChannelListener;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

/** Closing leaves no process of a server behind, and is fast. */
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(ProcessLeakExtension.class)
class StdioCloseTest {

  private static final String HELLO = "echo '{\"method\":\"notifications/hello\"}'; ";

  /** Ignores every signal that can be ignored. */
  private static final String STUBBORN =
      "trap '' TERM INT HUP; " + HELLO + "while :; do sleep 600; done";

  /** Longer than a test may take. */
  private static final Duration LONG = Duration.ofHours(1);

  private final RecordingChannelListener channelListener = new RecordingChannelListener();

  private Channel shell(String script, Duration inputClosed, Duration terminated) throws Exception {
    Channel channel =
        StdioTransport.builder("sh", "-c", script)
            .exitTimeout(inputClosed)
            .killTimeout(terminated)
            .build()
            .open(ChannelMode.SESSION, channelListener, soon());
    assertThat(channelListener.message()).isInstanceOf(JsonRpcNotification.class);
    return channel;
  }

  @Test
  void returnsOnceServerExitsOnStdinClose() throws Exception {
    Channel channel = shell(HELLO + "while read line; do :; done", LONG, LONG);

    channel.close();

    assertThat(channel.isOpen()).isFalse();
    assertThat(channelListener.losses).isEmpty();
  }

  @Test
  void terminatesServerThatIgnoresStdinClose() throws Exception {
    Channel channel = shell(HELLO + "exec sleep 600", Duration.ofMillis(50), LONG);

    channel.close();
  }

  @Test
  void killsServerThatIgnoresTermination() throws Exception {
    Channel channel = shell(STUBBORN, Duration.ofMillis(50), Duration.ofMillis(50));

    channel.close();
  }

  @Test
  void closeTerminatesServerBehindLauncher() throws Exception {
    String script = "sh -c \"" + STUBBORN.replace("\"", "\\\"") + "\"; exit 0";
    Channel channel = shell(script, Duration.ofMillis(50), Duration.ofMillis(200));
    List<ProcessHandle> tree = descendants(3);

    channel.close();

    for (ProcessHandle process : tree) {
      assertThat(process.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
    }
  }

  /** The shell has responded by now, but its last child may not have started yet. */
  private static List<ProcessHandle> descendants(int atLeast) {
    Deadline deadline = Deadline.after(Duration.ofSeconds(60));
    List<ProcessHandle> processes;
    do {
      Thread.onSpinWait();
      processes = ProcessHandle.current().descendants().toList();
    } while (processes.size() < atLeast && !deadline.hasPassed());
    assertThat(processes).hasSizeGreaterThanOrEqualTo(atLeast);
    return processes;
  }

  @Test
  void closeFailsOpenCallsAndRejectsNewOnes() throws Exception {
    Channel channel =
        shell(HELLO + "while read line; do :; done", Duration.ofSeconds(2), Duration.ofSeconds(2));
    Exchange exchange = channel.exchange(request(1, "tools/call", Map.of()), soon());
    CompletableFuture<Throwable> waiting =
        CompletableFuture.supplyAsync(() -> catchThrowable(() -> exchange.next(soon())));

    channel.close();

    assertThat(waiting.get(60, TimeUnit.SECONDS))
        .isInstanceOf(McpConnectionLostException.class)
        .hasMessageContaining("closed by this application");
    assertThatExceptionOfType(McpConnectException.class)
        .isThrownBy(() -> channel.exchange(request(2, "tools/call", Map.of()), soon()));
    assertThat(channelListener.losses).isEmpty();
  }

  @Test
  void closeIsThreadSafeAndIdempotent() throws Exception {
    Channel channel = shell(STUBBORN, Duration.ofMillis(100), Duration.ofMillis(100));

    CompletableFuture.allOf(
            Stream.generate(() -> CompletableFuture.runAsync(channel::close))
                .limit(8)
                .toArray(CompletableFuture[]::new))
        .get(60, TimeUnit.SECONDS);
    channel.close();

    assertThat(channelListener.losses).isEmpty();
  }

  @Test
  void retiringDoesNotWaitForStoppingProcess() throws Exception {
    Channel channel =
        shell(HELLO + "trap '' TERM; exec 1>&-; while :; do sleep 600; done", LONG, LONG);
    assertThat(channelListener.loss()).isInstanceOf(McpConnectionLostException.class);

    channel.retire();
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    channel.close();
  }

  @Test
  void interruptedCloseSkipsGracePeriod() throws Exception {
    Channel channel = shell(STUBBORN, LONG, LONG);

    Thread.currentThread().interrupt();
    channel.close();

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void listenerMayCloseChannelInOnLost() throws Exception {
    CompletableFuture<Channel> itself = new CompletableFuture<>();
    CompletableFuture<Boolean> closed = new CompletableFuture<>();
    Channel channel =
        StdioTransport.of("sh", "-c", "exit 0")
            .open(
                ChannelMode.SESSION,
                new io.mcpbridge.transport.ChannelListener() {
                  @Override
                  public void onMessage(io.mcpbridge.jsonrpc.JsonRpcMessage message) {}

                  @Override
                  public void onLost(io.mcpbridge.error.McpException cause) {
                    itself.join().close();
                    closed.complete(true);
                  }
                },
                soon());
    itself.complete(channel);

    assertThat(closed.get(60, TimeUnit.SECONDS)).isTrue();
  }
}
