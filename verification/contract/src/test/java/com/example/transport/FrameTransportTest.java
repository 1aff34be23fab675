package com.example.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.Progress;
import io.mcpbridge.model.Root;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.FakeTask;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.Latch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A transport written against the public API only passes the call contract. */
@ExtendWith(LeakCheck.class)
class FrameTransportTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final InputHandlers ROOTS =
      InputHandlers.builder()
          .listRoots(
              (request, context) ->
                  new ListRootsResult(List.of(new Root(URI.create("file:///data"), "Data"))))
          .build();

  private final FakeMcpServer server = FakeMcpServer.create();
  private FrameServer door;
  private McpClient client;

  @BeforeEach
  void open() throws IOException {
    door = new FrameServer(server);
    client =
        McpClient.builder(new FrameTransport(door.address()))
            .timeout(SOON)
            .inputHandlers(ROOTS)
            .build();
  }

  @AfterEach
  void noProtocolViolations() {
    client.close();
    door.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-11-25", "2026-07-28"})
  void callsTools(String revision) {
    server.speaking(revision);
    server.tool("echo").handler(call -> FakeResult.text(call.string("text")));

    assertThat(client.server().protocolVersion()).isEqualTo(revision);
    assertThat(client.callTool("echo", "{\"text\": \"h\u00e9\"}").text()).isEqualTo("h\u00e9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void reportsProgress(String revision) {
    server.speaking(revision);
    server.tool("slow").returns(FakeResult.text("done").afterProgress(1, 2.0, "half way"));
    List<Progress> reports = new ArrayList<>();

    client
        .newCall(
            new CallToolRequest("slow", Map.of()),
            CallOptions.builder().onProgress(reports::add).build())
        .execute();

    assertThat(reports).extracting(Progress::message).containsExactly("half way");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void respondsToServerRequests(String revision) {
    server.speaking(revision);
    server
        .tool("ask")
        .handler(
            call -> {
              if (revision.equals("2025-11-25")) {
                return FakeResult.text(call.ask(FakeServerRequest.roots()).result().toJson());
              }
              return call.inputResponses().has("roots")
                  ? FakeResult.text(call.inputResponses().toJson())
                  : FakeResult.inputRequired("{\"roots\": {\"method\": \"roots/list\"}}", null);
            });

    assertThat(client.callTool("ask").text()).contains("file:///data");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void cancels(String revision) {
    server.speaking(revision);
    Latch latch = new Latch();
    server.tool("slow").returns(FakeResult.text("late").after(latch));
    server.tool("fine").returns("not crossed");
    CompletableFuture<CallToolResult> call = client.callToolAsync("slow", Map.of());
    latch.awaitArrival(SOON);

    call.cancel(true);

    server.awaitCancelled("tools/call", SOON);
    latch.open();
    assertThat(client.callTool("fine").text()).isEqualTo("not crossed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void comesBackAfterALoss(String revision) {
    server.speaking(revision);
    server.tool("fine").returns("still here");
    client.callTool("fine");
    server.injectNext("tools/call", Faults.disconnect());

    assertThatThrownBy(() -> client.callTool("fine"))
        .isInstanceOf(McpConnectionLostException.class)
        .hasMessageContaining("frames://");
    assertThat(client.callTool("fine").text()).isEqualTo("still here");
    assertThat(server.connectionsOpened()).isGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void waitsForTasks(String revision) {
    server.speaking(revision);
    server
        .tool("long")
        .runsAs(
            FakeTask.polledEvery(Duration.ofMillis(10))
                .working(1)
                .asking("roots", FakeServerRequest.roots())
                .completes(answers -> FakeResult.text(answers.toJson())));

    assertThat(client.callTool("long").text()).contains("file:///data");
  }

  @Test
  void namesAddressWithoutServer() throws IOException {
    try (Socket nobodyListens = new Socket()) {
      nobodyListens.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      InetSocketAddress address = (InetSocketAddress) nobodyListens.getLocalSocketAddress();
      try (McpClient nowhere = McpClient.of(new FrameTransport(address))) {
        assertThatThrownBy(() -> nowhere.callTool("fine"))
            .isInstanceOf(McpConnectException.class)
            .hasMessageContaining("frames://");
      }
    }
  }
}
