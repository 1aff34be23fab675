package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.McpClientBuilder;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.revision.RevisionMemory;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Gate;
import io.mcpbridge.test.Misbehaviour;
import io.mcpbridge.test.Misbehaviours;
import io.mcpbridge.test.ReceivedMessage;
import io.mcpbridge.test.Revisions;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How the client detects a server's revision, and which responses it does not count as evidence.
 */
class DetectionTest {

  private static final String DISCOVER = "server/discover";
  private static final String INITIALIZE = "initialize";
  private static final String JSON = "application/json";

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

  /** Responses of older-era servers to the unknown discovery request, as observed. */
  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of("200, unknown method", Misbehaviours.error(-32601, "Method not found")),
        Arguments.of("200, invalid parameters", Misbehaviours.error(-32602, "Invalid params")),
        Arguments.of("200, internal error", Misbehaviours.error(-32603, "oops")),
        Arguments.of("200, empty result", result(Map.of())),
        Arguments.of("200, strange versions", result(Map.of("supportedVersions", "2026-07-28"))),
        Arguments.of("202, nothing", Misbehaviours.httpStatus(202)),
        Arguments.of("204, nothing", Misbehaviours.httpStatus(204)),
        Arguments.of("200, nothing", Misbehaviours.httpStatus(200)),
        Arguments.of("200, text", Misbehaviours.httpStatus(200, "text/plain", "ok")),
        Arguments.of("200, a page", Misbehaviours.html()),
        Arguments.of(
            "400, not initialized", Misbehaviours.error(400, -32000, "Server not initialized")),
        Arguments.of(
            "400, error without id",
            Misbehaviours.httpStatus(
                400,
                JSON,
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"No valid session ID\"}}")),
        Arguments.of(
            "400, unsupported version without a list",
            Misbehaviours.error(400, -32022, "Unsupported protocol version")),
        Arguments.of("400, nothing", Misbehaviours.httpStatus(400)),
        Arguments.of(
            "400, a stack trace",
            Misbehaviours.httpStatus(
                400, JSON, "{\"error\":\"java.lang.NullPointerException at ...\"}")),
        Arguments.of("401, unknown method", Misbehaviours.error(401, -32601, "Method not found")),
        Arguments.of("404, nothing", Misbehaviours.httpStatus(404)),
        Arguments.of("404, session", Misbehaviours.error(404, -32001, "Invalid session ID")),
        Arguments.of("404, unknown method", Misbehaviours.error(404, -32601, "Not found")),
        Arguments.of("405, nothing", Misbehaviours.httpStatus(405)),
        Arguments.of("406, nothing", Misbehaviours.httpStatus(406)),
        Arguments.of("410, nothing", Misbehaviours.httpStatus(410)),
        Arguments.of("415, nothing", Misbehaviours.httpStatus(415)),
        Arguments.of("422, nothing", Misbehaviours.httpStatus(422)),
        Arguments.of("500, a page", Misbehaviours.httpStatus(500, "text/html", "<h1>Whoops</h1>")),
        Arguments.of("501, nothing", Misbehaviours.httpStatus(501)));
  }

  private static Misbehaviour result(Map<String, ?> result) {
    return turn ->
        turn.answer(
            right -> List.of(Map.of("jsonrpc", "2.0", "id", right.get("id"), "result", result)));
  }

  private static Misbehaviour error(int code, Map<String, ?> data) {
    return Misbehaviours.httpStatus(
        400,
        JSON,
        Json.write(
            Map.of(
                "jsonrpc", "2.0", "error", Map.of("code", code, "message", "no", "data", data))));
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

  /** Errors that only a stateless-era server sends; the last two concern our own request. */
  static Stream<Arguments> evidence() {
    return Stream.of(
        Arguments.of(
            -32022, Map.of("supported", List.of(Revisions.V2026_07_28)), Revisions.V2026_07_28),
        Arguments.of(-32020, Map.of(), "no"),
        Arguments.of(
            -32021, Map.of("requiredCapabilities", Map.of("sampling", Map.of())), "sampling"));
  }

  @ParameterizedTest
  @MethodSource("evidence")
  void anErrorOfTheStatelessEraIsEvidenceAndGetsOneMoreTry(
      int code, Map<String, ?> data, String named) {
    server.speaking(Revisions.V2026_07_28).nextAnswer(DISCOVER, error(code, data));

    assertThat(spokenOverHttp()).isEqualTo(Revisions.V2026_07_28);
    assertThat(server.received(DISCOVER)).hasSize(2);
    assertThat(server.received(INITIALIZE)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("evidence")
  void anErrorOfTheStatelessEraThatStaysIsReported(int code, Map<String, ?> data, String named) {
    server.misbehave(DISCOVER, error(code, data));

    assertThatThrownBy(this::spokenOverHttp)
        .isInstanceOf(McpException.class)
        .hasMessageContainingAll("\"fake\"", Integer.toString(code), named);
    assertThat(server.received(DISCOVER)).hasSize(2);
    assertThat(server.received(INITIALIZE)).isEmpty();
  }

  static Stream<Arguments> onlyOlder() {
    Map<String, ?> older = Map.of("supported", List.of(Revisions.V2025_03_26));
    return Arrays.stream(Way.values())
        .filter(way -> way.carries(Revisions.V2026_07_28))
        .flatMap(
            way ->
                Stream.of(
                    Arguments.of(
                        way, result(Map.of("supportedVersions", List.of(Revisions.V2025_03_26)))),
                    Arguments.of(
                        way,
                        (Misbehaviour)
                            turn ->
                                turn.answer(
                                    right ->
                                        List.of(
                                            Map.of(
                                                "jsonrpc", "2.0",
                                                "id", right.get("id"),
                                                "error",
                                                    Map.of(
                                                        "code", -32022, "message", "no", "data",
                                                        older)))))));
  }

  @ParameterizedTest
  @MethodSource("onlyOlder")
  void aServerThatKnowsTheQuestionButOnlyOlderRevisionsIsInitializedInOneOfThem(
      Way way, Misbehaviour answer) {
    server.misbehave(DISCOVER, answer);

    try (Door door = way.to(server);
        McpClient client = McpClient.builder(door.transport()).build()) {
      assertThat(client.server().protocolVersion()).isEqualTo(Revisions.V2025_03_26);
    }
    assertThat(server.received(INITIALIZE).get(0).params().string("protocolVersion"))
        .isEqualTo(Revisions.V2025_03_26);
  }

  @Test
  void nothingInCommonNamesBothLists() {
    server.misbehave(DISCOVER, result(Map.of("supportedVersions", List.of("2031-01-01"))));

    try (McpClient client = http().build()) {
      assertThatThrownBy(client::server)
          .isInstanceOfSatisfying(
              McpUnsupportedVersionException.class,
              e -> assertThat(e.supported()).containsExactly("2031-01-01"))
          .hasMessageContainingAll("2031-01-01", "2026-07-28", "2024-11-05");
    }
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

  @Test
  void twoUrlsOfOneOriginAreTwoServers() {
    server.speaking(Revisions.V2025_11_25);
    spokenOverHttp();

    try (McpClient other =
        McpClient.builder(StreamableHttpTransport.of(server.http().url() + "?tenant=b"))
            .revisionMemory(memory)
            .build()) {
      other.server();
    }
    assertThat(server.received(DISCOVER)).hasSize(2);
  }

  @Test
  void manyFirstCallsShareOneQuestion() throws Exception {
    Gate gate = new Gate();
    server.tool("fine").returns(FakeResult.text("fine"));
    server.misbehave(DISCOVER, Misbehaviours.waitFor(gate));
    try (McpClient client = http().build()) {
      List<CompletableFuture<CallToolResult>> calls =
          IntStream.range(0, 8)
              .mapToObj(i -> new CallToolRequest("fine", Map.of()))
              .map(call -> client.newCall(call, CallOptions.defaults()).submit())
              .toList();
      gate.awaitArrival(Duration.ofSeconds(10));
      gate.open();
      for (CompletableFuture<CallToolResult> call : calls) {
        assertThat(call.get(10, TimeUnit.SECONDS).text()).isEqualTo("fine");
      }
    }
    assertThat(server.received(DISCOVER)).hasSize(1);
  }

  @Test
  void aServerThatIsNotFoundAtFirstButProvesStatelessOnInitializeIsAskedAgain() {
    server.speaking(Revisions.V2026_07_28).nextAnswer(DISCOVER, Misbehaviours.httpStatus(404));

    assertThat(spokenOverHttp()).isEqualTo(Revisions.V2026_07_28);
    assertThat(server.received(INITIALIZE)).hasSize(1);
    assertThat(server.received(DISCOVER)).hasSize(2);
  }

  @Test
  void aServerThatRefusesBothQuestionsIsAskedABoundedNumberOfTimes() {
    server
        .speaking(Revisions.V2026_07_28)
        .misbehave(DISCOVER, Misbehaviours.error(400, -32601, "Method not found"));

    assertThatThrownBy(this::spokenOverHttp)
        .isInstanceOf(McpUnsupportedVersionException.class)
        .hasMessageContainingAll("server/discover", "-32601", "initialize", "-32022");
    assertThat(server.received(INITIALIZE)).hasSize(1);
    assertThat(server.received(DISCOVER)).hasSize(2);
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

  @Test
  void aRevisionThatNobodyKnowsEndsTheConnection() {
    server
        .speaking(Revisions.V2025_11_25)
        .misbehave(INITIALIZE, result(Map.of("protocolVersion", "2031-01-01")));

    try (McpClient client = http().build()) {
      assertThatThrownBy(client::server)
          .isInstanceOfSatisfying(
              McpUnsupportedVersionException.class,
              e -> assertThat(e.supported()).containsExactly("2031-01-01"))
          .hasMessageContainingAll("2031-01-01", Revisions.V2025_11_25);
      assertThat(client.isConnected()).isFalse();
    }
    assertThat(server.received("notifications/initialized")).isEmpty();
  }

  @Test
  void aNewerRevisionThanAskedForIsTakenIfItIsKnown() {
    server.misbehave(
        INITIALIZE,
        result(
            Map.of(
                "protocolVersion", Revisions.V2025_11_25,
                "capabilities", Map.of(),
                "serverInfo", Map.of("name", "eager", "version", "1"))));

    try (McpClient client =
        McpClient.builder(server.transport()).protocolVersion(Revisions.V2025_06_18).build()) {
      assertThat(client.server().protocolVersion()).isEqualTo(Revisions.V2025_11_25);
    }
  }

  @Test
  void initializeThatIsAnsweredWithAStatelessRevisionLeadsBackToIt() {
    server
        .nextAnswer(DISCOVER, Misbehaviours.httpStatus(404))
        .misbehave(INITIALIZE, result(Map.of("protocolVersion", Revisions.V2026_07_28)));

    assertThat(spokenOverHttp()).isEqualTo(Revisions.V2026_07_28);
    assertThat(server.received("notifications/initialized")).isEmpty();
  }

  @Test
  void aServerThatNamesWhatItSpeaksInsteadOfCounteringIsAskedForThat() {
    server
        .speaking(Revisions.V2025_03_26)
        .nextAnswer(INITIALIZE, error(-32602, Map.of("supported", List.of(Revisions.V2025_03_26))));

    assertThat(spokenOverHttp()).isEqualTo(Revisions.V2025_03_26);
    assertThat(server.received(INITIALIZE))
        .extracting(initialize -> initialize.params().string("protocolVersion"))
        .containsExactly(Revisions.V2025_11_25, Revisions.V2025_03_26);
  }

  @Test
  void aServerThatAlwaysWantsTheOtherRevisionIsNotFollowedForEver() {
    server
        .speaking(Revisions.V2025_11_25)
        .misbehave(
            INITIALIZE,
            turn -> {
              String asked = turn.received().params().string("protocolVersion", "");
              String other =
                  asked.equals(Revisions.V2025_11_25)
                      ? Revisions.V2025_06_18
                      : Revisions.V2025_11_25;
              error(-32602, Map.of("supported", List.of(other))).misbehave(turn);
            });

    assertThatThrownBy(this::spokenOverHttp).isInstanceOf(McpUnsupportedVersionException.class);
    assertThat(server.received(INITIALIZE)).hasSize(2);
  }

  private McpClientBuilder httpSseByUrlAlone() {
    server.speaking(Revisions.V2024_11_05);
    return McpClient.builder(StreamableHttpTransport.of(server.httpSse().url()))
        .name("fake")
        .revisionMemory(memory);
  }

  private String spokenByUrlAlone() {
    try (McpClient client = httpSseByUrlAlone().build()) {
      return client.server().protocolVersion();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 405, 406, 410, 501})
  void aServerThatTakesNoPostsIsSpokenToByHttpSse(int status) {
    server.httpSse().refusingPostsToTheStream(status);

    assertThat(spokenByUrlAlone()).isEqualTo(Revisions.V2024_11_05);

    assertThat(server.received(DISCOVER)).hasSize(1);
    assertThat(server.received(INITIALIZE)).as("by POST, then by HTTP+SSE").hasSize(2);
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void aServerThatOpensItsStreamForAPostIsSpokenToByHttpSse() {
    server.httpSse().openingStreamsForPosts();

    assertThat(spokenByUrlAlone()).isEqualTo(Revisions.V2024_11_05);
    assertThat(server.received("GET")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 408, 413, 425, 429, 431, 502, 503, 504, 302})
  void whatProvesNothingIsNoReasonForHttpSse(int status) {
    server.httpSse().refusingPostsToTheStream(status);

    assertThatThrownBy(this::spokenByUrlAlone)
        .isInstanceOfSatisfying(
            McpHttpStatusException.class, e -> assertThat(e.status()).isEqualTo(status));
    assertThat(server.received("GET")).isEmpty();
  }

  @Test
  void httpSseIsRememberedForTheAddress() {
    spokenByUrlAlone();
    spokenByUrlAlone();

    assertThat(server.received(DISCOVER)).hasSize(1);
    assertThat(server.received(INITIALIZE)).hasSize(3);
  }

  @Test
  void aPinnedRevisionOfOldIsSpokenOverHttpSseByUrlAlone() {
    try (McpClient client = httpSseByUrlAlone().protocolVersion(Revisions.V2024_11_05).build()) {
      assertThat(client.server().protocolVersion()).isEqualTo(Revisions.V2024_11_05);
    }
    assertThat(server.received(DISCOVER)).isEmpty();
  }

  @Test
  void aUrlThatLeadsNowhereIsReportedAsTheFirstTransportSawIt() {
    String nowhere = server.http().url().replace("/mcp", "/nowhere");
    server.misbehave(Misbehaviours.httpStatus(404));

    try (McpClient client =
        McpClient.builder(StreamableHttpTransport.of(nowhere)).name("fake").build()) {
      assertThatThrownBy(client::server)
          .isInstanceOf(McpHttpStatusException.class)
          .hasMessageContainingAll("\"fake\"", "POST of initialize", "404", "setting url")
          .satisfies(e -> assertThat(e.getSuppressed()).hasSize(2));
    }
  }
}
