package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Latch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Revision detection over stdio (2026-07-28, stdio, backward compatibility). */
class ProcessDetectionTest {

  private static final String DISCOVER = "server/discover";
  private static final String INITIALIZE = "initialize";
  private static final Duration SHORT = Duration.ofSeconds(2);

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  private String spoken(TransportType type, Duration silence) {
    try (Endpoint endpoint = type.to(server, silence);
        McpClient client = McpClient.of(endpoint.transport())) {
      return spoken(client);
    }
  }

  private static String spoken(McpClient client) {
    return client.server().protocolVersion();
  }

  /** Negotiates again; the client remembers what it found out. */
  private static String spokenAgain(McpClient client) {
    client.disconnect();
    return spoken(client);
  }

  @ParameterizedTest
  @CsvSource({
    "IN_PROCESS,-32601", "IN_PROCESS,-32602", "IN_PROCESS,-32600", "IN_PROCESS,-32603",
    "IN_PROCESS,-32000", "IN_PROCESS,-32001", "IN_PROCESS,-32022", "STDIO,-32601"
  })
  void anyErrorThatIsNotOfTheStatelessEraLeadsToInitializeOnTheSameProcess(
      TransportType type, int code) {
    server.speaking(FakeRevisions.V2025_06_18).inject(DISCOVER, Faults.error(code, "no"));

    assertThat(spoken(type, Duration.ofSeconds(10))).isEqualTo(FakeRevisions.V2025_06_18);
    assertThat(server.connectionsOpened()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = TransportType.class,
      names = {"IN_PROCESS", "STDIO"})
  void silenceIsAnAnswer(TransportType type) {
    server.speaking(FakeRevisions.V2025_11_25).inject(DISCOVER, Faults.silence());

    assertThat(spoken(type, SHORT)).isEqualTo(FakeRevisions.V2025_11_25);
    assertThat(server.connectionsOpened()).isEqualTo(1);
  }

  @Test
  void fallsBackToInitializeWithinInitializationTimeout() {
    server.speaking(FakeRevisions.V2025_11_25).inject(DISCOVER, Faults.silence());

    try (McpClient client =
        McpClient.builder(server.transport().withProbeTimeout(Duration.ofSeconds(30)))
            .initializationTimeout(Duration.ofSeconds(6))
            .build()) {
      assertThat(client.server().protocolVersion()).isEqualTo(FakeRevisions.V2025_11_25);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = TransportType.class,
      names = {"IN_PROCESS", "STDIO"})
  void aLateAnswerCountsThoughInitializeIsNeverAnswered(TransportType type) {
    Latch started = new Latch();
    server
        .inject(DISCOVER, Faults.waitFor(started))
        .inject(INITIALIZE, serverTurn -> started.open());

    assertThat(spoken(type, SHORT)).isEqualTo(FakeRevisions.V2026_07_28);
    assertThat(server.connectionsOpened()).isEqualTo(1);
    assertThat(server.received("notifications/initialized")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = TransportType.class,
      names = {"IN_PROCESS", "STDIO"})
  void aLateAnswerCountsMoreThanTheOneToInitialize(TransportType type) {
    Latch started = new Latch();
    Latch answered = new Latch();
    server.tool("fine").returns("fine");
    server
        .inject(
            DISCOVER,
            serverTurn -> {
              started.pass();
              serverTurn.answer();
              answered.open();
            })
        .inject(
            INITIALIZE,
            serverTurn -> {
              started.open();
              answered.pass();
              serverTurn.answer();
            });

    try (Endpoint endpoint = type.to(server, SHORT);
        McpClient client = McpClient.of(endpoint.transport())) {
      assertThat(spoken(client)).isEqualTo(FakeRevisions.V2026_07_28);
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
      assertThat(server.received("notifications/initialized")).isEmpty();
      assertThat(server.violations()).isEmpty();

      server.clearFaults();
      assertThat(spokenAgain(client)).isEqualTo(FakeRevisions.V2026_07_28);
      assertThat(server.received(DISCOVER)).hasSize(2);
    }
  }

  @Test
  void ignoresLateDiscoverError() {
    Latch started = new Latch();
    Latch refused = new Latch();
    server
        .speaking(FakeRevisions.V2025_11_25)
        .inject(
            DISCOVER,
            serverTurn -> {
              started.pass();
              serverTurn.refuse(200, -32601, "Method not found");
              refused.open();
            })
        .inject(
            INITIALIZE,
            serverTurn -> {
              started.open();
              refused.pass();
              serverTurn.answer();
            });

    assertThat(spoken(TransportType.IN_PROCESS, SHORT)).isEqualTo(FakeRevisions.V2025_11_25);
    assertThat(server.received("notifications/initialized")).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = TransportType.class,
      names = {"IN_PROCESS", "STDIO"})
  void aServerThatNamesAStatelessRevisionOnInitializeIsAskedAgain(TransportType type) {
    server.speaking(FakeRevisions.V2026_07_28).injectNext(DISCOVER, Faults.silence());

    assertThat(spoken(type, SHORT)).isEqualTo(FakeRevisions.V2026_07_28);
    assertThat(server.received(DISCOVER)).hasSize(2);
    assertThat(server.received(INITIALIZE)).hasSize(1);
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void detectsStatelessRevisionFromErrorMessage() {
    server
        .speaking(FakeRevisions.V2026_07_28)
        .injectNext(DISCOVER, Faults.silence())
        .inject(INITIALIZE, Faults.error(-32600, "no initialize: I speak 2026-07-28 only"));

    assertThat(spoken(TransportType.IN_PROCESS, SHORT)).isEqualTo(FakeRevisions.V2026_07_28);
  }

  @ParameterizedTest
  @EnumSource(
      value = TransportType.class,
      names = {"IN_PROCESS", "STDIO"})
  void aProcessThatEndsOnTheQuestionIsStartedAgainAndNeverAskedAgain(TransportType type) {
    server.speaking(FakeRevisions.V2025_11_25).inject(DISCOVER, Faults.exit(1));

    try (Endpoint endpoint = type.to(server);
        McpClient client = McpClient.of(endpoint.transport())) {
      assertThat(spoken(client)).isEqualTo(FakeRevisions.V2025_11_25);
      assertThat(server.received(DISCOVER)).hasSize(1);
      assertThat(server.connectionsOpened()).isEqualTo(2);

      assertThat(spokenAgain(client)).isEqualTo(FakeRevisions.V2025_11_25);
      assertThat(server.received(DISCOVER)).hasSize(1);
      assertThat(server.connectionsOpened()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = TransportType.class,
      names = {"IN_PROCESS", "STDIO"})
  void theEndOfAProcessThatWasNeverGreetedIsNoLoss(TransportType type) throws Exception {
    server.speaking(FakeRevisions.V2025_11_25).inject(DISCOVER, Faults.exit(1));
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    try (Endpoint endpoint = type.to(server);
        McpClient client =
            McpClient.builder(endpoint.transport())
                .listener(
                    new McpClientListener() {
                      @Override
                      public void connectionLost(McpException cause) {
                        heard.add("lost");
                      }

                      @Override
                      public void toolsChanged() {
                        heard.add("tools");
                      }
                    })
                .build()) {
      client.server();
      server.awaitReceived("notifications/initialized", Duration.ofSeconds(60));
      server.announceToolsChanged();

      assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("tools");
    }
  }

  @Test
  void restartsProcessThatExitsAfterProbeTimeout() {
    server
        .speaking(FakeRevisions.V2025_11_25)
        .inject(DISCOVER, Faults.silence())
        .injectNext(INITIALIZE, Faults.exit(1));

    assertThat(spoken(TransportType.IN_PROCESS, SHORT)).isEqualTo(FakeRevisions.V2025_11_25);
    assertThat(server.received(DISCOVER)).hasSize(1);
    assertThat(server.connectionsOpened()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(
      value = TransportType.class,
      names = {"IN_PROCESS", "STDIO"})
  void aProcessThatAlwaysEndsIsReportedAndNothingRemembered(TransportType type) {
    server.inject(DISCOVER, Faults.exit(1)).inject(INITIALIZE, Faults.exit(1));

    try (Endpoint endpoint = type.to(server);
        McpClient client = McpClient.of(endpoint.transport())) {
      assertThatThrownBy(() -> spoken(client)).isInstanceOf(McpConnectionLostException.class);
      assertThat(server.connectionsOpened()).isEqualTo(2);

      server.clearFaults();
      assertThat(spoken(client)).isEqualTo(FakeRevisions.V2026_07_28);
    }
  }

  @Test
  void detectsRevisionAgainIfProcessExitsOnCachedOne() {
    server.speaking(FakeRevisions.V2025_11_25);
    try (McpClient client = McpClient.of(server.transport())) {
      spoken(client);
      server.speaking(FakeRevisions.V2026_07_28).inject(INITIALIZE, Faults.exit(1));

      assertThatThrownBy(() -> spokenAgain(client)).isInstanceOf(McpConnectionLostException.class);
      assertThat(spoken(client)).isEqualTo(FakeRevisions.V2026_07_28);
    }
  }

  @Test
  void rejectsProcessWithoutCommonRevision() {
    server.inject(
        DISCOVER,
        serverTurn ->
            serverTurn.answer(
                right ->
                    List.of(
                        Map.of(
                            "jsonrpc", "2.0",
                            "id", right.get("id"),
                            "result", Map.of("supportedVersions", List.of("2031-01-01"))))));

    assertThatThrownBy(() -> spoken(TransportType.STDIO, Duration.ofSeconds(10)))
        .isInstanceOf(McpUnsupportedVersionException.class)
        .hasMessageContainingAll("2031-01-01", FakeRevisions.V2026_07_28);
  }
}
