package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The session contract (2025-03-26 to 2025-11-25, session management). */
class SessionTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);

  @AfterEach
  void close() {
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void reinitializesExpiredSessionAndRetriesCall() {
    server.tool("count").returns("1");
    try (McpClient client = http()) {
      assertThat(client.callTool("count").text()).isEqualTo("1");

      server.forgetSessions();

      assertThat(client.callTool("count").text()).isEqualTo("1");
    }
    assertThat(server.received("initialize")).hasSize(2);
    assertThat(server.received("server/discover")).hasSize(1);
    List<String> sessions =
        server.received("tools/call").stream().map(m -> m.header("Mcp-Session-Id")).toList();
    assertThat(sessions).hasSize(3).doesNotContainNull();
    assertThat(sessions.get(0)).isEqualTo(sessions.get(1)).isNotEqualTo(sessions.get(2));
  }

  @Test
  void subscribeReconnectsIfSessionExpired() {
    server.resource("file:///a", "a", "text/plain", "text");
    SubscriptionFilter file = SubscriptionFilter.none().withResources("file:///a");
    try (McpClient client = http()) {
      client.server();

      server.forgetSessions();

      assertThat(client.subscribe(file, new ChangeListener() {}).acknowledged()).isEqualTo(file);
    }
    assertThat(server.received("initialize")).hasSize(2);
  }

  @Test
  void completesOtherCallsOfExpiredSession() {
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("slow but fine").after(latch));
    server.tool("fast").returns("fast");
    try (McpClient client = http()) {
      CompletableFuture<CallToolResult> slow = client.callToolAsync("slow", Map.of());
      latch.awaitArrival(SOON);
      server.forgetSessions();

      assertThat(client.callTool("fast").text()).isEqualTo("fast");
      latch.open();

      assertThat(slow.join().text()).isEqualTo("slow but fine");
    }
    assertThat(server.received("DELETE")).as("only the session that lived").hasSize(1);
  }

  @Test
  void closeDeletesSession() {
    try (McpClient client = http()) {
      client.server();
    }
    assertThat(server.awaitReceived("DELETE", SOON).header("Mcp-Session-Id")).isNotNull();
  }

  @ParameterizedTest
  @EnumSource(TransportType.class)
  void respondsToServerRequestsDuringCall(TransportType type) {
    AtomicReference<JsonRpcResponse> ping = new AtomicReference<>();
    AtomicReference<JsonRpcResponse> sampling = new AtomicReference<>();
    server
        .tool("asks")
        .handler(
            call -> {
              ping.set(call.ask("ping", JsonObject.empty()));
              sampling.set(call.ask("sampling/createMessage", JsonObject.empty()));
              return FakeResult.text("asked");
            });

    try (Endpoint endpoint = type.to(server);
        McpClient client = McpClient.of(endpoint.transport())) {
      assertThat(client.callTool("asks").text()).isEqualTo("asked");
    }
    assertThat(ping.get().result()).isEqualTo(JsonObject.empty());
    assertThat(sampling.get().error().code()).isEqualTo(-32601);
  }

  @Test
  void restartsExitedProcessForNextCall() throws Exception {
    server.tool("count").returns("1");
    CountDownLatch lost = new CountDownLatch(1);
    McpClientListener listener =
        new McpClientListener() {
          @Override
          public void connectionLost(McpException cause) {
            lost.countDown();
          }
        };
    try (Endpoint endpoint = TransportType.STDIO.to(server);
        McpClient client = McpClient.builder(endpoint.transport()).listener(listener).build()) {
      client.callTool("count");
      server.disconnectAll();
      assertThat(lost.await(60, TimeUnit.SECONDS)).isTrue();

      assertThat(client.callTool("count").text()).isEqualTo("1");
    }
    assertThat(server.connectionsOpened()).isEqualTo(2);
  }

  @Test
  void doesNotReinitializeAfterOrdinaryError() {
    try (McpClient client = http()) {
      client.server();
      assertThatThrownBy(() -> client.callTool("unknown"))
          .isInstanceOf(McpErrorResponseException.class);
    }
    assertThat(server.received("initialize")).hasSize(1);
  }

  private McpClient http() {
    return McpClient.of(StreamableHttpTransport.of(server.url()));
  }
}
