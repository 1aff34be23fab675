package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.McpCall;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.input.InputHandlers;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ListRootsResult;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.exchange.PendingServerRequest;
import io.mcpbridge.test.exchange.ReceivedMessage;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls may be canceled, and clients closed, at any moment, repeatedly and from any thread. */
class CallLifetimeTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String CALL = "tools/call";
  private static final String ERAS = "eras";

  private final FakeMcpServer server = FakeMcpServer.create();
  private Endpoint endpoint;
  private McpClient client;

  @AfterEach
  void close() {
    client.close();
    client.close();
    endpoint.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  /** Both eras, in process and over HTTP; stdio shares this lifecycle. */
  static Stream<Arguments> eras() {
    return Arrays.stream(TransportType.values())
        .flatMap(
            type ->
                Stream.of(FakeRevisions.V2025_11_25, FakeRevisions.V2026_07_28)
                    .limit(type == TransportType.STDIO ? 1 : 2)
                    .filter(type::carries)
                    .map(revision -> Arguments.of(revision, type)));
  }

  private void connect(
      String revision, TransportType type, UnaryOperator<McpClient.Builder> settings) {
    server.speaking(revision).tool("fine").returns("fine");
    endpoint = type.to(server);
    client =
        settings.apply(McpClient.builder(endpoint.transport()).name("fake").timeout(SOON)).build();
    client.server();
  }

  private McpCall<CallToolResult> call(String tool) {
    return client.newCall(new CallToolRequest(tool, Map.of()), CallOptions.defaults());
  }

  private void assertUsable() {
    assertThat(client.callTool("fine").text()).isEqualTo("fine");
  }

  @ParameterizedTest
  @MethodSource(ERAS)
  void requestIdsAreUnique32BitNumbers(String revision, TransportType type) {
    connect(revision, type, settings -> settings);

    for (int i = 0; i < 5; i++) {
      assertUsable();
    }

    List<ReceivedMessage> calls = server.received(CALL);
    assertThat(calls)
        .extracting(message -> message.id().value())
        .doesNotHaveDuplicates()
        .allSatisfy(id -> assertThat((Long) id).isBetween(1L, (long) Integer.MAX_VALUE));
  }

  /** Each side numbers its own requests, so one id can be in flight in both directions. */
  @ParameterizedTest
  @EnumSource(TransportType.class)
  void serverAndClientRequestIdsAreIndependent(TransportType type) {
    server.askingWithNumbers();
    connect(FakeRevisions.V2025_11_25, type, settings -> settings);
    Set<Object> serverIds = new HashSet<>();
    server
        .tool("asks")
        .handler(
            call -> {
              PendingServerRequest question = call.sendRequest(FakeServerRequest.ping());
              serverIds.add(question.id().value());
              return FakeResult.text(question.await(SOON).toJson().toJson());
            });

    for (int i = 0; i < 4; i++) {
      assertThat(client.callTool("asks").text()).contains("\"result\":{}");
    }

    assertThat(server.received(CALL))
        .extracting(message -> message.id().value())
        .containsAnyElementsOf(serverIds);
  }

  @ParameterizedTest
  @MethodSource(ERAS)
  void cancelBeforeExecuteSendsNothing(String revision, TransportType type) {
    connect(revision, type, settings -> settings);
    McpCall<CallToolResult> call = call("fine");

    call.cancel();
    call.cancel();

    assertThatThrownBy(call::execute).isInstanceOf(McpCancelledException.class);
    assertThat(server.received(CALL)).isEmpty();
    assertUsable();
  }

  @ParameterizedTest
  @MethodSource(ERAS)
  void cancelBeforeWriteSendsNothing(String revision, TransportType type) {
    McpCall<?>[] call = new McpCall<?>[1];
    connect(
        revision,
        type,
        settings ->
            settings.addWireInterceptor(
                chain -> {
                  if (call[0] != null) {
                    call[0].cancel();
                  }
                  return chain.proceed(chain.request());
                }));
    call[0] = call("fine");

    assertThatThrownBy(() -> call[0].execute()).isInstanceOf(McpCancelledException.class);

    call[0] = null;
    assertUsable();
    assertThat(server.received(CALL)).as("only the last one").hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"IN_PROCESS", "HTTP_SSE"})
  void aCallMayBeCancelledBetweenTheHeadAndTheBodyOfItsAnswer(TransportType type) {
    connect(FakeRevisions.V2026_07_28, type, settings -> settings);
    Latch answering = new Latch();
    server.injectNext(
        CALL,
        serverTurn -> {
          serverTurn.raw(": the head is out, and the body begun\n\n");
          answering.pass();
        });
    McpCall<CallToolResult> call = call("fine");
    CompletableFuture<CallToolResult> future = call.submit();
    answering.awaitArrival(SOON);

    call.cancel();
    call.cancel();

    assertThatThrownBy(() -> future.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(McpCancelledException.class);
    server.awaitCancelled(CALL, SOON);
    answering.open();
    assertUsable();
  }

  @ParameterizedTest
  @MethodSource(ERAS)
  void cancelAfterResponseHasNoEffect(String revision, TransportType type) {
    connect(revision, type, settings -> settings);
    McpCall<CallToolResult> call = call("fine");
    call.execute();

    call.cancel();
    call.cancel();

    assertUsable();
    assertThat(server.cancelled()).isEmpty();
    assertThat(server.received("notifications/cancelled")).isEmpty();
  }

  @ParameterizedTest
  @MethodSource(ERAS)
  void ignoresResponseAfterCancellation(String revision, TransportType type) throws Exception {
    connect(revision, type, settings -> settings);
    server.tool("slow").returns(FakeResult.text("late").afterCancellation());
    McpCall<CallToolResult> call = call("slow");
    CompletableFuture<CallToolResult> future = call.submit();
    server.awaitReceived(CALL, SOON);

    call.cancel();

    assertThatThrownBy(() -> future.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(McpCancelledException.class);
    server.awaitCancelled(CALL, SOON);
    for (int i = 0; i < 5; i++) {
      assertUsable();
    }
  }

  @ParameterizedTest
  @MethodSource(ERAS)
  void progressCallbackMayCloseClient(String revision, TransportType type) {
    connect(revision, type, settings -> settings);
    server.tool("slow").returns(FakeResult.never().afterProgress(1, 2.0, "half way"));
    CallOptions options =
        CallOptions.builder()
            .onProgress(
                half -> {
                  client.close();
                  client.close();
                })
            .build();

    assertThatThrownBy(
            () -> client.newCall(new CallToolRequest("slow", Map.of()), options).execute())
        .isInstanceOf(McpException.class)
        .hasMessageContainingAll("\"fake\"", "closed");
    assertThatThrownBy(this::assertUsable).isInstanceOf(McpException.class);
  }

  @ParameterizedTest
  @EnumSource(TransportType.class)
  void listenerAndInputHandlerMayCloseClient(TransportType type) throws Exception {
    CountDownLatch closed = new CountDownLatch(2);
    Runnable closing =
        () -> {
          client.close();
          closed.countDown();
        };
    Latch handlerLatch = new Latch();
    connect(
        FakeRevisions.V2025_11_25,
        type,
        settings ->
            settings
                .inputHandlers(
                    InputHandlers.builder()
                        .listRoots(
                            (request, context) -> {
                              try {
                                handlerLatch.pass();
                              } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                              }
                              closing.run();
                              return new ListRootsResult(List.of());
                            })
                        .build())
                .listener(
                    new McpClientListener() {
                      @Override
                      public void notification(JsonRpcNotification notification) {
                        handlerLatch.open();
                        closing.run();
                      }
                    }));
    server.sendRequest(FakeServerRequest.of("roots/list", "{}"), SOON);
    handlerLatch.awaitArrival(SOON);

    server.notifyClients("notifications/close", JsonObject.empty());

    assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(client.isConnected()).isFalse();
  }
}
