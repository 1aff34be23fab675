package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.Root;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Fault;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server may send notifications and requests before its response to the handshake. */
class HandshakeTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private Endpoint endpoint;
  private McpClient client;

  @AfterEach
  void close() {
    client.close();
    endpoint.close();
    server.close();
  }

  private void connect(String revision, TransportType type) {
    server.speaking(revision).tool("fine").returns("fine");
    endpoint = type.to(server);
    client =
        McpClient.builder(endpoint.transport())
            .protocolVersion(revision)
            .logLevel(LoggingLevel.DEBUG)
            .inputHandlers(
                InputHandlers.builder()
                    .listRoots(
                        (request, context) ->
                            new ListRootsResult(
                                List.of(new Root(URI.create("file:///work"), "work"))))
                    .build())
            .listener(
                new McpClientListener() {
                  @Override
                  public void toolsChanged() {
                    heard.add("tools");
                  }

                  @Override
                  public void logMessage(LogMessage message) {
                    heard.add("log " + message.data());
                  }

                  @Override
                  public void notification(JsonRpcNotification notification) {
                    heard.add(notification.method());
                  }
                })
            .build();
  }

  /** Sends various messages ahead of the correct response. */
  private static Fault talkative() {
    return serverTurn ->
        serverTurn.answer(
            right ->
                List.of(
                    message("notifications/message", Map.of("level", "info", "data", "starting")),
                    request("p", "ping"),
                    request("r", "roots/list"),
                    message("notifications/tools/list_changed", Map.of()),
                    message("notifications/com.example/news", Map.of()),
                    right.toMap()));
  }

  private static Map<String, ?> message(String method, Map<String, ?> params) {
    return Map.of("jsonrpc", "2.0", "method", method, "params", params);
  }

  private static Map<String, ?> request(String id, String method) {
    return Map.of("jsonrpc", "2.0", "id", id, "method", method);
  }

  private void assertHeard(String... all) throws InterruptedException {
    for (String news : all) {
      assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo(news);
    }
  }

  private void assertAllWasHeardAndAnswered() throws Exception {
    assertHeard("log starting", "tools", "notifications/com.example/news");
    server.awaitReceived("", 2, SOON);
    assertThat(server.received(""))
        .extracting(answer -> ((JsonRpcResponse) answer.message()).id().value() + answer.text())
        .anyMatch(answer -> answer.startsWith("p") && answer.contains("\"result\":{}"))
        .anyMatch(answer -> answer.startsWith("r") && answer.contains("file:///work"));
    assertThat(client.callTool("fine").text()).isEqualTo("fine");
  }

  @ParameterizedTest
  @EnumSource(TransportType.class)
  void handlesMessagesBeforeInitializeResponse(TransportType type) throws Exception {
    server.injectNext("initialize", talkative());
    connect(FakeRevisions.V2025_11_25, type);

    client.server();

    assertAllWasHeardAndAnswered();
  }

  @ParameterizedTest
  @EnumSource(TransportType.class)
  void handlesMessagesBeforeSetLevelResponse(TransportType type) throws Exception {
    server.injectNext("logging/setLevel", talkative());
    connect(FakeRevisions.V2025_11_25, type);

    client.listTools();

    assertAllWasHeardAndAnswered();
    assertThat(server.violations())
        .as("the fake server knows nothing of these questions")
        .allMatch(
            violation ->
                violation.startsWith("a response to a request that the server did not send"));
  }

  @ParameterizedTest
  @EnumSource(names = "HTTP_SSE", mode = EnumSource.Mode.EXCLUDE)
  void handlesNotificationsBeforeDiscoverResponse(TransportType type) throws Exception {
    server.injectNext("server/discover", talkative());
    connect(FakeRevisions.V2026_07_28, type);

    client.server();

    assertHeard("log starting", "tools", "notifications/com.example/news");
    assertThat(client.callTool("fine").text()).isEqualTo("fine");
  }
}
