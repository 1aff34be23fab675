package io.mcpbridge.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A caller's deadline holds, however long it takes to stop the process. */
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(ProcessLeakExtension.class)
class StdioTimeLimitTest {

  /** Never responds, and exits neither at the end of its input nor on SIGTERM. */
  private static final String STUBBORN =
      "trap '' TERM INT HUP; while [ ! -e \"$1\" ]; do sleep 0.05; done";

  /** Answers {@code initialize}, and ignores everything from then on. */
  private static final String GREETS =
      """
      read initialize
      id=$(printf %s "$initialize" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
      printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{},' $id
      printf '"serverInfo":{"name":"s","version":"1"}}}\\n'
      """
          + STUBBORN;

  @TempDir Path folder;

  private McpClient client(String script, String version, Duration initializationTimeout) {
    return client(script, version, initializationTimeout, Duration.ofHours(1));
  }

  private McpClient client(
      String script, String version, Duration initializationTimeout, Duration grace) {
    StdioTransport transport =
        StdioTransport.builder("sh", "-c", script, "server", ends().toString())
            .exitTimeout(grace)
            .killTimeout(grace)
            .build();
    McpClient.Builder client =
        McpClient.builder(transport).initializationTimeout(initializationTimeout);
    return version == null ? client.build() : client.protocolVersion(version).build();
  }

  /** The server exits once this file exists. */
  private Path ends() {
    return folder.resolve("ends");
  }

  private static boolean serverRuns() {
    return ProcessHandle.current().descendants().anyMatch(ProcessTree::isRunning);
  }

  @ParameterizedTest
  @CsvSource({"2025-11-25", "2026-07-28"})
  void initializationTimeoutDoesNotWaitForProcessToStop(String version) throws Exception {
    assertInitializationTimeoutDoesNotWaitForProcessToStop(version);
  }

  @Test
  void initializationTimeoutEndsVersionProbe() throws Exception {
    assertInitializationTimeoutDoesNotWaitForProcessToStop(null);
  }

  private void assertInitializationTimeoutDoesNotWaitForProcessToStop(String version)
      throws Exception {
    try (McpClient client = client(STUBBORN, version, Duration.ofSeconds(2))) {
      assertThatThrownBy(client::server).isInstanceOf(McpException.class);

      assertThat(serverRuns()).isTrue();
      Files.createFile(ends());
    }
    assertThat(serverRuns()).as("left behind by close()").isFalse();
  }

  @Test
  void closeWaitsForProcessAndDisconnectDoesNot() throws Exception {
    try (McpClient client = client(GREETS, "2025-11-25", Duration.ofMinutes(1))) {
      client.server();

      client.disconnect();

      assertThat(serverRuns()).isTrue();
      Files.createFile(ends());
    }
    assertThat(serverRuns()).as("left behind by close()").isFalse();
  }

  /** It may hold what the next one needs, such as a port. */
  @Test
  void startsNextProcessAfterPreviousExited() {
    Duration grace = Duration.ofMillis(500);
    try (McpClient client = client(GREETS, "2025-11-25", Duration.ofMinutes(1), grace)) {
      client.server();
      List<ProcessHandle> before = ProcessHandle.current().children().toList();
      client.disconnect();

      client.server();

      assertThat(before).isNotEmpty().noneMatch(ProcessTree::isRunning);
    }
  }
}
