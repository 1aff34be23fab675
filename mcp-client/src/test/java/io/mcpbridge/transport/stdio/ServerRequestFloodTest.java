package io.mcpbridge.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.ListRootsResult;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that floods the client with requests and reads no response occupies few threads. */
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(ProcessLeakExtension.class)
class ServerRequestFloodTest {

  private static final int FEW = 64;

  /** Answers initialize, reads the notification after it, floods, and reads no more. */
  private static final String SERVER =
      """
      read initialize
      id=$(printf %s "$initialize" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
      printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{},' $id
      printf '"serverInfo":{"name":"s","version":"1"}}}\\n'
      read initialized
      awk -v method="$1" 'BEGIN {
        for (i = 0; i < 20000; i++) {
          printf "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":\\"asked-%d\\",\\"method\\":\\"%s\\"}\\n", i, method
        }
        print "{\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"notifications/all-sent\\"}"
      }'
      exec sleep 600
      """;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final CountDownLatch allSent = new CountDownLatch(1);

  @ParameterizedTest
  @ValueSource(strings = {"ping", "roots/list"})
  void unreadResponsesHoldFewThreads(String method) throws Exception {
    StdioTransport transport =
        StdioTransport.builder("sh", "-c", SERVER, "server", method)
            .exitTimeout(Duration.ofMillis(50))
            .killTimeout(Duration.ofMillis(500))
            .build();
    try (McpClient client =
        McpClient.builder(transport)
            .protocolVersion("2025-11-25")
            .inputHandlers(
                InputHandlers.builder()
                    .listRoots((request, context) -> new ListRootsResult(List.of()))
                    .build())
            .listener(
                new McpClientListener() {
                  @Override
                  public void notification(JsonRpcNotification notification) {
                    allSent.countDown();
                  }
                })
            .build()) {
      client.server();
      threads.resetPeakThreadCount();
      int before = threads.getThreadCount();
      boolean read = allSent.await(5, TimeUnit.MINUTES);

      assertThat(threads.getPeakThreadCount() - before).as("threads").isLessThan(FEW);
      assertThat(read).isTrue();
    }
  }
}
