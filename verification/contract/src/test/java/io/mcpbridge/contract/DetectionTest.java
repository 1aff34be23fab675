package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.McpClientBuilder;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.revision.RevisionMemory;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.Misbehaviour;
import io.mcpbridge.test.Misbehaviours;
import io.mcpbridge.test.ReceivedMessage;
import io.mcpbridge.test.Revisions;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the client finds out what a server speaks, and what it takes for no evidence at all. */
@ExtendWith(LeakCheck.class)
class DetectionTest {

  private static final String DISCOVER = "server/discover";
  private static final String INITIALIZE = "initialize";

  private final FakeMcpServer server = FakeMcpServer.create();
  private final RevisionMemory memory = new RevisionMemory();

  @AfterEach
  void close() {
    server.close();
  }

  private McpClientBuilder http() {
    return McpClient.builder(StreamableHttpTransport.of(server.http().url()))
        .name("fake")
        .revisionMemory(memory);
  }

  private String spokenOverHttp() {
    try (McpClient client = http().build()) {
      return client.server().protocolVersion();
    }
  }

  /** What servers of the older era have been seen to answer the question they do not know. */
  static Stream<Arguments> refusals() {
    String json = "application/json";
    return Stream.of(
        Arguments.of("200, unknown method", Misbehaviours.error(-32601, "Method not found")),
        Arguments.of(
            "200, empty result",
            Misbehaviours.httpStatus(
                200, json, "{\"jsonrpc\":\"2.0\",\"id\":\"discover-1\",\"result\":{}}")),
        Arguments.of(
            "400, not initialized", Misbehaviours.error(400, -32000, "Server not initialized")),
        Arguments.of(
            "400, error without id",
            Misbehaviours.httpStatus(
                400,
                json,
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"No valid session ID\"}}")),
        Arguments.of("400, nothing", Misbehaviours.httpStatus(400)),
        Arguments.of(
            "400, a stack trace",
            Misbehaviours.httpStatus(
                400, json, "{\"error\":\"java.lang.NullPointerException at ...\"}")),
        Arguments.of("404, nothing", Misbehaviours.httpStatus(404)),
        Arguments.of("405, nothing", Misbehaviours.httpStatus(405)),
        Arguments.of("406, nothing", Misbehaviours.httpStatus(406)),
        Arguments.of("422, nothing", Misbehaviours.httpStatus(422)),
        Arguments.of("500, a page", Misbehaviours.httpStatus(500, "text/html", "<h1>Whoops</h1>")),
        Arguments.of("501, nothing", Misbehaviours.httpStatus(501)),
        Arguments.of("202, nothing", Misbehaviours.httpStatus(202)),
        Arguments.of("200, a page", Misbehaviours.html()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void aRefusalOfTheQuestionLeadsToInitialize(String name, Misbehaviour refusal) {
    server.speaking(Revisions.V2025_06_18).misbehave(DISCOVER, refusal);

    assertThat(spokenOverHttp()).isEqualTo(Revisions.V2025_06_18);

    ReceivedMessage initialize = server.received(INITIALIZE).get(0);
    assertThat(initialize.header("MCP-Protocol-Version")).isNull();
    assertThat(initialize.header("Mcp-Method")).isNull();
    assertThat(initialize.header("Mcp-Session-Id")).isNull();
    assertThat(initialize.params().string("protocolVersion")).isEqualTo(Revisions.V2025_11_25);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 408, 413, 425, 429, 431, 502, 503, 504, 302})
  void whatProvesNothingIsReportedAndNotRemembered(int status) {
    server.speaking(Revisions.V2026_07_28).nextAnswer(DISCOVER, Misbehaviours.httpStatus(status));
    try (McpClient client = http().build()) {
      assertThatThrownBy(client::server)
          .isInstanceOfSatisfying(
              McpHttpStatusException.class, e -> assertThat(e.status()).isEqualTo(status))
          .hasMessageContaining("\"fake\"");
      assertThat(server.received(INITIALIZE)).isEmpty();

      assertThat(client.server().protocolVersion()).isEqualTo(Revisions.V2026_07_28);
    }
  }

  @Test
  void aServerThatRefusesItsOwnVersionOnceIsAskedAgain() {
    server
        .speaking(Revisions.V2026_07_28)
        .nextAnswer(
            DISCOVER,
            Misbehaviours.httpStatus(
                400,
                "application/json",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32022,\"message\":\"no\","
                    + "\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":\"2026-07-28\"}}}"));

    assertThat(spokenOverHttp()).isEqualTo(Revisions.V2026_07_28);
    assertThat(server.received(DISCOVER)).hasSize(2);
    assertThat(server.received(INITIALIZE)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aServerThatKnowsTheQuestionButOnlyOlderRevisionsIsInitialized(Way way) {
    server
        .speaking(Revisions.V2025_03_26)
        .misbehave(
            DISCOVER,
            turn ->
                turn.answer(
                    right ->
                        List.of(
                            Map.of(
                                "jsonrpc", "2.0",
                                "id", right.get("id"),
                                "error",
                                    Map.of(
                                        "code",
                                        -32022,
                                        "message",
                                        "unsupported",
                                        "data",
                                        Map.of("supported", List.of(Revisions.V2025_03_26)))))));

    try (Door door = way.to(server);
        McpClient client = McpClient.builder(door.transport()).build()) {
      assertThat(client.server().protocolVersion()).isEqualTo(Revisions.V2025_03_26);
    }
  }

  @Test
  void nothingInCommonNamesBothLists() {
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

    try (McpClient client = http().build()) {
      assertThatThrownBy(client::server)
          .isInstanceOfSatisfying(
              McpUnsupportedVersionException.class,
              e -> assertThat(e.supported()).containsExactly("2031-01-01"))
          .hasMessageContainingAll("2031-01-01", "2026-07-28", "2024-11-05");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"IN_PROCESS", "STDIO"})
  void silenceOfAProcessIsAnAnswer(Way way) {
    server.speaking(Revisions.V2025_11_25).misbehave(DISCOVER, Misbehaviours.silence());

    try (Door door = way.to(server, Duration.ofMillis(300));
        McpClient client = McpClient.builder(door.transport()).build()) {
      assertThat(client.server().protocolVersion()).isEqualTo(Revisions.V2025_11_25);
    }
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
  void aProcessThatEndsOnTheQuestionIsStartedAgainAndNotAsked(Way way) {
    server.speaking(Revisions.V2025_11_25).misbehave(DISCOVER, Misbehaviours.exit(1));
    server.tool("fine").returns(FakeResult.text("fine"));

    try (Door door = way.to(server);
        McpClient client = McpClient.builder(door.transport()).build()) {
      assertThat(client.server().protocolVersion()).isEqualTo(Revisions.V2025_11_25);
      assertThat(client.callTool("fine", "{}").text()).isEqualTo("fine");
    }
    assertThat(server.received(DISCOVER)).hasSize(1);
    assertThat(server.connectionsOpened()).isEqualTo(2);
  }

  @Test
  void overHttpSilenceIsATimeoutThatNamesTheSetting() {
    server.misbehave(DISCOVER, Misbehaviours.silence());

    try (McpClient client = http().connectTimeout(Duration.ofMillis(300)).build()) {
      assertThatThrownBy(client::server)
          .isInstanceOf(McpTimeoutException.class)
          .hasMessageContainingAll("300 ms", "connect-timeout");
    }
    assertThat(server.received(INITIALIZE)).isEmpty();
  }

  @Test
  void whatWasFoundOutIsRememberedForTheAddress() {
    server.speaking(Revisions.V2025_11_25);

    spokenOverHttp();
    spokenOverHttp();

    assertThat(server.received(DISCOVER)).hasSize(1);
    assertThat(server.received(INITIALIZE)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {Revisions.V2026_07_28, Revisions.V2025_11_25})
  void aServerThatChangedItsEraIsFoundOutAboutAgain(String later) {
    String before =
        later.equals(Revisions.V2026_07_28) ? Revisions.V2025_11_25 : Revisions.V2026_07_28;
    server.speaking(before);
    assertThat(spokenOverHttp()).isEqualTo(before);

    server.speaking(later);
    assertThat(spokenOverHttp()).isEqualTo(later);
  }

  @Test
  void aPinnedRevisionIsNotProbed() {
    try (McpClient client = http().protocolVersion(Revisions.V2025_06_18).build()) {
      assertThat(client.server().protocolVersion()).isEqualTo(Revisions.V2025_06_18);
    }
    assertThat(server.received(DISCOVER)).isEmpty();
  }

  @Test
  void aPinnedRevisionThatTheServerDoesNotSpeakSaysWhichSettingToChange() {
    server.speaking(Revisions.V2025_11_25);
    try (McpClient client = http().protocolVersion(Revisions.V2026_07_28).build()) {
      assertThatThrownBy(client::server)
          .isInstanceOf(McpException.class)
          .hasMessageContaining("protocol-version");
    }
  }

  @Test
  void aRefusedConnectionIsNoEvidence() {
    server.speaking(Revisions.V2025_11_25);
    String url = server.http().url();
    server.http().stop();
    try (McpClient client = http().build()) {
      assertThatThrownBy(client::server)
          .isInstanceOf(McpConnectException.class)
          .hasMessageContainingAll("\"fake\"", url.substring(7, url.indexOf("/mcp")), "url");

      server.http().start();
      assertThat(client.server().protocolVersion()).isEqualTo(Revisions.V2025_11_25);
    }
  }
}
