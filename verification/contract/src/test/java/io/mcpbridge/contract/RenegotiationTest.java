package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Fault;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A server is replaced while in use, as in a rolling deployment. */
class RenegotiationTest {

  private static final String CALL = "tools/call";

  private final FakeMcpServer server = FakeMcpServer.create();
  private final CountDownLatch toolsMayHaveChanged = new CountDownLatch(1);
  private Endpoint endpoint;
  private McpClient client;

  @AfterEach
  void close() {
    client.close();
    endpoint.close();
    server.close();
    assertThat(server.violations()).isEmpty();
  }

  private void connect(TransportType type, String revision) {
    server.speaking(revision).tool("fine").returns("fine");
    endpoint = type.to(server);
    client =
        McpClient.builder(endpoint.transport())
            .name("fake")
            .listener(
                new McpClientListener() {
                  @Override
                  public void toolsChanged() {
                    toolsMayHaveChanged.countDown();
                  }
                })
            .build();
    assertThat(client.server().protocolVersion()).isEqualTo(revision);
  }

  static Stream<TransportType> waysOfTheStatelessEra() {
    return Arrays.stream(TransportType.values())
        .filter(type -> type.carries(FakeRevisions.V2026_07_28));
  }

  private static Fault unsupported(String... supported) {
    Map<String, ?> data = Map.of("supported", List.of(supported), "requested", "x");
    Map<String, ?> error = Map.of("code", -32022, "message", "unsupported", "data", data);
    return serverTurn ->
        serverTurn.answer(
            right -> List.of(Map.of("jsonrpc", "2.0", "id", right.get("id"), "error", error)));
  }

  @ParameterizedTest
  @MethodSource("waysOfTheStatelessEra")
  void retriesOnceIfServerListsTheRejectedRevision(TransportType type) throws Exception {
    connect(type, FakeRevisions.V2026_07_28);
    server.injectNext(CALL, unsupported(FakeRevisions.V2026_07_28));

    assertThat(client.callTool("fine").text()).isEqualTo("fine");
    assertThat(server.received(CALL)).hasSize(2);
    assertThat(server.received("server/discover")).hasSize(2);
    assertThat(toolsMayHaveChanged.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("waysOfTheStatelessEra")
  void followsServerToOlderRevision(TransportType type) {
    connect(type, FakeRevisions.V2026_07_28);
    server
        .speaking(FakeRevisions.V2025_11_25)
        .injectNext(CALL, unsupported(FakeRevisions.V2025_11_25));

    assertThat(client.callTool("fine").text()).isEqualTo("fine");
    assertThat(client.server().protocolVersion()).isEqualTo(FakeRevisions.V2025_11_25);
  }

  @ParameterizedTest
  @MethodSource("waysOfTheStatelessEra")
  void leavesSessionIfServerRequiresNewerRevision(TransportType type) {
    connect(type, FakeRevisions.V2025_11_25);
    server
        .speaking(FakeRevisions.V2026_07_28)
        .injectNext(CALL, unsupported(FakeRevisions.V2026_07_28));

    assertThat(client.callTool("fine").text()).isEqualTo("fine");
    assertThat(client.server().protocolVersion()).isEqualTo(FakeRevisions.V2026_07_28);
  }

  /** The tool ran, so an unreadable result is not a refusal. */
  @ParameterizedTest
  @MethodSource("waysOfTheStatelessEra")
  void doesNotRenegotiateOrRetryAfterInvalidResult(TransportType type) {
    connect(type, FakeRevisions.V2026_07_28);
    server.inject(
        "tools/list",
        serverTurn ->
            serverTurn.answer(
                right -> List.of(right.with("result", Map.of("tools", "no list")).toMap())));

    assertThatThrownBy(() -> client.listTools()).isInstanceOf(McpProtocolException.class);

    assertThat(server.received("tools/list")).hasSize(1);
    assertThat(server.received("server/discover")).hasSize(1);
  }

  /** The replacement server delivers subscribed changes without any call. */
  @ParameterizedTest
  @MethodSource("waysOfTheStatelessEra")
  void subscriptionContinuesInOlderRevision(TransportType type) throws Exception {
    connect(type, FakeRevisions.V2026_07_28);
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    ChangeListener listener =
        new ChangeListener() {
          @Override
          public void toolsChanged() {
            heard.add("tools");
          }

          @Override
          public void onGap() {
            heard.add("missed");
          }
        };
    client.subscribe(SubscriptionFilter.none().withToolsListChanged(), listener);

    server
        .speaking(FakeRevisions.V2025_11_25)
        .injectNext("subscriptions/listen", unsupported(FakeRevisions.V2025_11_25));
    server.subscriptions().end();

    assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("missed");
    server.announceToolsChanged();
    assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("tools");
    assertThat(client.server().protocolVersion()).isEqualTo(FakeRevisions.V2025_11_25);
  }

  @ParameterizedTest
  @MethodSource("waysOfTheStatelessEra")
  void reportsPersistentVersionErrorAfterOneRetry(TransportType type) {
    connect(type, FakeRevisions.V2026_07_28);
    server.inject(CALL, unsupported(FakeRevisions.V2026_07_28));

    assertThatThrownBy(() -> client.callTool("fine"))
        .isInstanceOfSatisfying(
            McpUnsupportedVersionException.class,
            e -> assertThat(e.supported()).containsExactly(FakeRevisions.V2026_07_28))
        .hasMessageContainingAll("\"fake\"", "tools/call fine", "-32022");
    assertThat(server.received(CALL)).hasSize(2);
  }

  /** The server rejects a request without a session, with a nonstandard error. */
  @ParameterizedTest
  @EnumSource(names = {"HTTP_JSON", "HTTP_EVENT_STREAM"})
  void aServerOfTheOlderEraIsFoundOutWithoutAWordOfItsRevision(TransportType type) {
    connect(type, FakeRevisions.V2026_07_28);
    server.speaking(FakeRevisions.V2025_11_25);

    assertThat(client.callTool("fine").text()).isEqualTo("fine");
    assertThat(client.server().protocolVersion()).isEqualTo(FakeRevisions.V2025_11_25);
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_JSON", "HTTP_EVENT_STREAM"})
  void aRefusalIsAReasonToFindOutOnce(TransportType type) {
    connect(type, FakeRevisions.V2026_07_28);
    server.inject(CALL, Faults.httpStatus(404));

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> client.callTool("fine"))
          .isInstanceOfSatisfying(
              McpHttpStatusException.class, e -> assertThat(e.status()).isEqualTo(404));
    }

    assertThat(server.received(CALL)).as("none is made again").hasSize(3);
    assertThat(server.received("server/discover")).hasSize(2);
  }

  @Test
  void toolErrorDoesNotTriggerRenegotiation() {
    connect(TransportType.HTTP_JSON, FakeRevisions.V2026_07_28);
    server.tool("picky").returns(FakeResult.failure(-32602, "no such city"));

    assertThatThrownBy(() -> client.callTool("picky"))
        .isInstanceOf(McpErrorResponseException.class);

    assertThat(server.received("server/discover")).hasSize(1);
  }

  /** Renegotiating would restart the process, and fail the calls in flight. */
  @ParameterizedTest
  @EnumSource(names = {"IN_PROCESS", "STDIO"})
  void noRefusalMakesAProcessAnotherServer(TransportType type) {
    connect(type, FakeRevisions.V2026_07_28);
    server.tool("picky").returns(FakeResult.failure(-32000, "not today"));

    assertThatThrownBy(() -> client.callTool("picky"))
        .isInstanceOf(McpErrorResponseException.class);

    assertThat(server.received("server/discover")).hasSize(1);
  }
}
