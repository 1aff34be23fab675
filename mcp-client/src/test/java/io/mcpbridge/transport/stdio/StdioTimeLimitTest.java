package io.mcpbridge.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A caller's deadline holds, however long it takes to stop the process. */
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(NothingLeftBehind.class)
class StdioTimeLimitTest {

  /** Never responds, and exits neither at the end of its input nor on SIGTERM. */
  private static final String STUBBORN = "trap '' TERM INT HUP; while :; do sleep 600; done";

  /** Answers {@code initialize}, and ignores everything from then on. */
  private static final String GREETS =
      """
      read initialize
      id=$(printf %s "$initialize" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
      printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{},' $id
      printf '"serverInfo":{"name":"s","version":"1"}}}\\n'
      """
          + STUBBORN;

  private static McpClient client(String script, String version, Duration initializationTimeout) {
    StdioTransport transport =
        StdioTransport.builder("sh", "-c", script)
            .shutdownTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(2))
            .build();
    McpClient.Builder client =
        McpClient.builder(transport).initializationTimeout(initializationTimeout);
    return version == null ? client.build() : client.protocolVersion(version).build();
  }

  private static Duration time(Runnable task) {
    Instant start = Instant.now();
    task.run();
    return Duration.between(start, Instant.now());
  }

  /** A killed process takes a moment to end. */
  private static long processes() {
    List<ProcessHandle> left = ProcessHandle.current().descendants().toList();
    left.forEach(
        process -> process.onExit().completeOnTimeout(process, 1, TimeUnit.SECONDS).join());
    return left.stream().filter(ProcessHandle::isAlive).count();
  }

  @ParameterizedTest
  @CsvSource({"2025-11-25", "2026-07-28"})
  void connectingEndsWithItsLimitAndTheProcessIsStoppedMeanwhile(String version) {
    Duration taken;
    try (McpClient client = client(STUBBORN, version, Duration.ofMillis(500))) {
      taken = time(() -> assertThatThrownBy(client::server).isInstanceOf(McpException.class));
    }

    assertThat(taken).isLessThan(Duration.ofMillis(1_500));
    assertThat(processes()).as("left behind by close()").isZero();
  }

  @Test
  void initializationTimeoutEndsVersionProbe() {
    Duration taken;
    try (McpClient client = client(STUBBORN, null, Duration.ofMillis(500))) {
      taken = time(() -> assertThatThrownBy(client::server).isInstanceOf(McpException.class));
    }

    assertThat(taken).isLessThan(Duration.ofMillis(1_500));
    assertThat(processes()).as("left behind by close()").isZero();
  }

  @Test
  void closeWaitsForProcessAndDisconnectDoesNot() {
    Duration taken;
    try (McpClient client = client(GREETS, "2025-11-25", Duration.ofSeconds(20))) {
      client.server();
      taken = time(client::disconnect);
    }

    assertThat(taken).isLessThan(Duration.ofSeconds(1));
    assertThat(processes()).as("left behind by close()").isZero();
  }

  /** It may hold what the next one needs, such as a port. */
  @Test
  void startsNextProcessAfterPreviousExited() {
    try (McpClient client = client(GREETS, "2025-11-25", Duration.ofSeconds(20))) {
      client.server();
      List<ProcessHandle> before = ProcessHandle.current().children().toList();
      client.disconnect();

      client.server();

      assertThat(before).isNotEmpty().noneMatch(ProcessHandle::isAlive);
    }
  }
}
