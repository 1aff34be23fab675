package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.error.McpException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Application callbacks may throw anything without breaking the connection. */
class FailingCallbacksTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String KINDS = "types";

  private final FakeMcpServer server = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private Endpoint endpoint;
  private McpClient client;

  @AfterEach
  void close() {
    client.close();
    endpoint.close();
    server.close();
  }

  static Stream<Arguments> types() {
    return Stream.of(TransportType.values())
        .flatMap(type -> failures().map(failure -> Arguments.of(type, failure)));
  }

  static Stream<Runnable> failures() {
    return Stream.of(
        thrown(() -> new IllegalStateException("listener")),
        thrown(() -> new NoClassDefFoundError("listener")));
  }

  private static Runnable thrown(Supplier<Throwable> failure) {
    return () -> FailingCallbacksTest.<RuntimeException>sneak(failure.get());
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable failure) throws T {
    throw (T) failure;
  }

  private void connect(TransportType type, Runnable failing) {
    endpoint = type.to(server);
    client =
        McpClient.builder(endpoint.transport())
            .logLevel(LoggingLevel.DEBUG)
            .inputHandlers(
                InputHandlers.builder()
                    .listRoots(
                        (request, context) -> {
                          failing.run();
                          throw new AssertionError("not reached");
                        })
                    .build())
            .listener(
                new McpClientListener() {
                  @Override
                  public void notification(JsonRpcNotification notification) {
                    hear(notification.method());
                  }

                  @Override
                  public void toolsChanged() {
                    hear("tools");
                  }

                  @Override
                  public void logMessage(LogMessage message) {
                    hear("log");
                  }

                  @Override
                  public void connectionLost(McpException cause) {
                    hear("lost");
                  }

                  @Override
                  public void sessionLost() {
                    hear("session");
                  }

                  private void hear(String event) {
                    heard.add(event);
                    failing.run();
                  }
                })
            .build();
    client.server();
  }

  @ParameterizedTest
  @MethodSource("failures")
  void repeatsCallOfLostSessionAlthoughListenerThrows(Runnable failing) throws Exception {
    server.tool("fine").returns("fine");
    connect(TransportType.HTTP_JSON, failing);
    server.forgetSessions();

    assertThat(client.callTool("fine").text()).isEqualTo("fine");
    assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("session");
    assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("tools");
  }

  @ParameterizedTest
  @MethodSource(KINDS)
  void keepsNotifyingListenerThatThrows(TransportType type, Runnable failing) throws Exception {
    server.tool("fine").returns("fine");
    connect(type, failing);
    server.ask(FakeServerRequest.of("ping", "{}"), SOON); // opens a stream to send on

    for (String news : new String[] {"notifications/a", "notifications/b"}) {
      server.notifyClients(news, JsonObject.empty());
      assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo(news);
    }
    server.announceToolsChanged();
    assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("tools");
    assertThat(client.callTool("fine").text()).isEqualTo("fine");
  }

  @ParameterizedTest
  @MethodSource(KINDS)
  void throwingCallbackDoesNotFailCall(TransportType type, Runnable failing) {
    server
        .tool("talks")
        .returns(
            FakeResult.text("done")
                .afterProgress(1, 2.0, "half way")
                .afterLog("info", "working")
                .afterProgress(2, 2.0, null));
    connect(type, failing);
    AtomicBoolean reported = new AtomicBoolean();
    CallOptions options =
        CallOptions.builder()
            .onProgress(
                progress -> {
                  reported.set(true);
                  failing.run();
                })
            .build();

    assertThat(client.newCall(new CallToolRequest("talks", Map.of()), options).execute().text())
        .isEqualTo("done");
    assertThat(reported).isTrue();
  }

  @ParameterizedTest
  @MethodSource(KINDS)
  void throwingHandlerReturnsInternalError(TransportType type, Runnable failing) {
    connect(type, failing);

    JsonRpcResponse answer = server.ask(FakeServerRequest.of("roots/list", "{}"), SOON);

    assertThat(answer.error().code()).isEqualTo(-32603);
    assertThat(answer.error().message()).doesNotContain("listener");
  }
}
