package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.McpClientListener;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.revision.RevisionMemory;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Gate;
import io.mcpbridge.test.Misbehaviours;
import io.mcpbridge.test.Revisions;
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
  private static final Duration SHORT = Duration.ofMillis(300);

  private final FakeMcpServer server = FakeMcpServer.create();
  private final RevisionMemory memory = new RevisionMemory();

  @AfterEach
  void close() {
    server.close();
  }

  private String spoken(Way way, Duration silence) {
    try (Door door = way.to(server, silence)) {
      return spoken(door);
    }
  }

  private String spoken(Door door) {
    try (McpClient client =
        McpClient.builder(door.transport()).name("fake").revisionMemory(memory).build()) {
      return client.server().protocolVersion();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "IN_PROCESS,-32601", "IN_PROCESS,-32602", "IN_PROCESS,-32600", "IN_PROCESS,-32603",
    "IN_PROCESS,-32000", "IN_PROCESS,-32001", "IN_PROCESS,-32022", "STDIO,-32601"
  })
  void anyErrorThatIsNotOfTheStatelessEraLeadsToInitializeOnTheSameProcess(Way way, int code) {
    server.speaking(Revisions.V2025_06_18).misbehave(DISCOVER, Misbehaviours.error(code, "no"));

    assertThat(spoken(way, Duration.ofSeconds(10))).isEqualTo(Revisions.V2025_06_18);
    assertThat(server.connectionsOpened()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"IN_PROCESS", "STDIO"})
  void silenceIsAnAnswer(Way way) {
    server.speaking(Revisions.V2025_11_25).misbehave(DISCOVER, Misbehaviours.silence());

    assertThat(spoken(way, SHORT)).isEqualTo(Revisions.V2025_11_25);
    assertThat(server.connectionsOpened()).isEqualTo(1);
  }

  @Test
  void silenceIsNoticedWhileThereIsTimeToAskTheOtherQuestion() {
    server.speaking(Revisions.V2025_11_25).misbehave(DISCOVER, Misbehaviours.silence());

    try (McpClient client =
        McpClient.builder(server.transport().takingSilenceAsAnAnswerAfter(Duration.ofSeconds(30)))
            .connectTimeout(Duration.ofSeconds(2))
            .build()) {
      assertThat(client.server().protocolVersion()).isEqualTo(Revisions.V2025_11_25);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"IN_PROCESS", "STDIO"})
  void aLateAnswerCountsThoughInitializeIsNeverAnswered(Way way) {
    Gate started = new Gate();
    server
        .misbehave(DISCOVER, Misbehaviours.waitFor(started))
        .misbehave(INITIALIZE, turn -> started.open());

    assertThat(spoken(way, SHORT)).isEqualTo(Revisions.V2026_07_28);
    assertThat(server.connectionsOpened()).isEqualTo(1);
    assertThat(server.received("notifications/initialized")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"IN_PROCESS", "STDIO"})
  void aLateAnswerCountsMoreThanTheOneToInitialize(Way way) {
    Gate started = new Gate();
    Gate answered = new Gate();
    server.tool("fine").returns(FakeResult.text("fine"));
    server
        .misbehave(
            DISCOVER,
            turn -> {
              started.pass();
              turn.answer();
              answered.open();
            })
        .misbehave(
            INITIALIZE,
            turn -> {
              started.open();
              answered.pass();
              turn.answer();
            });

    try (Door door = way.to(server, SHORT);
        McpClient client = McpClient.builder(door.transport()).revisionMemory(memory).build()) {
      assertThat(client.server().protocolVersion()).isEqualTo(Revisions.V2026_07_28);
      assertThat(client.callTool("fine", "{}").text()).isEqualTo("fine");
    }
    assertThat(server.received("notifications/initialized")).isEmpty();
    assertThat(server.violations()).isEmpty();

    server.behave();
    assertThat(spoken(way, Duration.ofSeconds(10))).isEqualTo(Revisions.V2026_07_28);
    assertThat(server.received(INITIALIZE)).hasSize(1);
  }

  @Test
  void aLateRefusalChangesNothing() {
    Gate started = new Gate();
    Gate refused = new Gate();
    server
        .speaking(Revisions.V2025_11_25)
        .misbehave(
            DISCOVER,
            turn -> {
              started.pass();
              turn.refuse(200, -32601, "Method not found");
              refused.open();
            })
        .misbehave(
            INITIALIZE,
            turn -> {
              started.open();
              refused.pass();
              turn.answer();
            });

    assertThat(spoken(Way.IN_PROCESS, SHORT)).isEqualTo(Revisions.V2025_11_25);
    assertThat(server.received("notifications/initialized")).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"IN_PROCESS", "STDIO"})
  void aServerThatNamesAStatelessRevisionOnInitializeIsAskedAgain(Way way) {
    server.speaking(Revisions.V2026_07_28).nextAnswer(DISCOVER, Misbehaviours.silence());

    assertThat(spoken(way, SHORT)).isEqualTo(Revisions.V2026_07_28);
    assertThat(server.received(DISCOVER)).hasSize(2);
    assertThat(server.received(INITIALIZE)).hasSize(1);
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void namingItInWordsIsEnough() {
    server
        .speaking(Revisions.V2026_07_28)
        .nextAnswer(DISCOVER, Misbehaviours.silence())
        .misbehave(
            INITIALIZE, Misbehaviours.error(-32600, "no initialize: I speak 2026-07-28 only"));

    assertThat(spoken(Way.IN_PROCESS, SHORT)).isEqualTo(Revisions.V2026_07_28);
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"IN_PROCESS", "STDIO"})
  void aProcessThatEndsOnTheQuestionIsStartedAgainAndNeverAskedAgain(Way way) {
    server.speaking(Revisions.V2025_11_25).misbehave(DISCOVER, Misbehaviours.exit(1));

    try (Door door = way.to(server)) {
      assertThat(spoken(door)).isEqualTo(Revisions.V2025_11_25);
      assertThat(server.received(DISCOVER)).hasSize(1);
      assertThat(server.connectionsOpened()).isEqualTo(2);

      assertThat(spoken(door)).isEqualTo(Revisions.V2025_11_25);
      assertThat(server.received(DISCOVER)).hasSize(1);
      assertThat(server.connectionsOpened()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"IN_PROCESS", "STDIO"})
  void theEndOfAProcessThatWasNeverGreetedIsNoLoss(Way way) throws Exception {
    server.speaking(Revisions.V2025_11_25).misbehave(DISCOVER, Misbehaviours.exit(1));
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    try (Door door = way.to(server);
        McpClient client =
            McpClient.builder(door.transport())
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
      server.awaitReceived("notifications/initialized", Duration.ofSeconds(10));
      server.announceToolsChanged();

      assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("tools");
    }
  }

  @Test
  void aProcessThatEndsOnlyAfterALongSilenceIsStartedAgain() {
    server
        .speaking(Revisions.V2025_11_25)
        .misbehave(DISCOVER, Misbehaviours.silence())
        .nextAnswer(INITIALIZE, Misbehaviours.exit(1));

    assertThat(spoken(Way.IN_PROCESS, SHORT)).isEqualTo(Revisions.V2025_11_25);
    assertThat(server.received(DISCOVER)).hasSize(1);
    assertThat(server.connectionsOpened()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"IN_PROCESS", "STDIO"})
  void aProcessThatAlwaysEndsIsReportedAndNothingRemembered(Way way) {
    server.misbehave(DISCOVER, Misbehaviours.exit(1)).misbehave(INITIALIZE, Misbehaviours.exit(1));

    try (Door door = way.to(server)) {
      assertThatThrownBy(() -> spoken(door)).isInstanceOf(McpConnectionLostException.class);
      assertThat(server.connectionsOpened()).isEqualTo(2);

      server.behave();
      assertThat(spoken(door)).isEqualTo(Revisions.V2026_07_28);
    }
  }

  @Test
  void aRememberedRevisionThatTheProcessNowEndsOnIsFoundOutTheNextTime() {
    server.speaking(Revisions.V2025_11_25);
    spoken(Way.IN_PROCESS, Duration.ofSeconds(10));
    server.speaking(Revisions.V2026_07_28).misbehave(INITIALIZE, Misbehaviours.exit(1));

    assertThatThrownBy(() -> spoken(Way.IN_PROCESS, Duration.ofSeconds(10)))
        .isInstanceOf(McpConnectionLostException.class);
    assertThat(spoken(Way.IN_PROCESS, Duration.ofSeconds(10))).isEqualTo(Revisions.V2026_07_28);
  }

  @Test
  void nothingInCommonEndsTheProcess() {
    server.misbehave(
        DISCOVER,
        turn ->
            turn.answer(
                right ->
                    List.of(
                        Map.of(
                            "jsonrpc", "2.0",
                            "id", right.get("id"),
                            "result", Map.of("supportedVersions", List.of("2031-01-01"))))));

    assertThatThrownBy(() -> spoken(Way.STDIO, Duration.ofSeconds(10)))
        .isInstanceOf(McpUnsupportedVersionException.class)
        .hasMessageContainingAll("2031-01-01", Revisions.V2026_07_28);
  }
}
