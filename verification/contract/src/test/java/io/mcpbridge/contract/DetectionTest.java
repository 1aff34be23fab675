package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.error.McpUnsupportedVersionException;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.HttpSse;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Fault;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.exchange.ReceivedMessage;
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

  @AfterEach
  void close() {
    server.close();
  }

  private McpClient.Builder http() {
    return McpClient.builder(StreamableHttpTransport.of(server.url())).name("fake");
  }

  private String spokenOverHttp() {
    try (McpClient client = http().build()) {
      return client.server().protocolVersion();
    }
  }

  /** Negotiates again; the client remembers what it found out. */
  private static String spokenAgain(McpClient client) {
    client.disconnect();
    return client.server().protocolVersion();
  }

  /** Responses of older-era servers to the unknown discovery request, as observed. */
  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of("200, unknown method", Faults.error(-32601, "Method not found")),
        Arguments.of("200, invalid parameters", Faults.error(-32602, "Invalid params")),
        Arguments.of("200, internal error", Faults.error(-32603, "oops")),
        Arguments.of("200, empty result", result(Map.of())),
        Arguments.of("200, strange versions", result(Map.of("supportedVersions", "2026-07-28"))),
        Arguments.of("202, nothing", Faults.httpStatus(202)),
        Arguments.of("204, nothing", Faults.httpStatus(204)),
        Arguments.of("200, nothing", Faults.httpStatus(200)),
        Arguments.of("200, text", Faults.httpStatus(200, "text/plain", "ok")),
        Arguments.of("200, a page", Faults.html()),
        Arguments.of("400, not initialized", Faults.error(400, -32000, "Server not initialized")),
        Arguments.of(
            "400, error without id",
            Faults.httpStatus(
                400,
                JSON,
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"No valid session ID\"}}")),
        Arguments.of(
            "400, unsupported version without a list",
            Faults.error(400, -32022, "Unsupported protocol version")),
        Arguments.of("400, nothing", Faults.httpStatus(400)),
        Arguments.of(
            "400, a stack trace",
            Faults.httpStatus(400, JSON, "{\"error\":\"java.lang.NullPointerException at ...\"}")),
        Arguments.of("401, unknown method", Faults.error(401, -32601, "Method not found")),
        Arguments.of("404, nothing", Faults.httpStatus(404)),
        Arguments.of("404, session", Faults.error(404, -32001, "Invalid session ID")),
        Arguments.of("404, unknown method", Faults.error(404, -32601, "Not found")),
        Arguments.of("405, nothing", Faults.httpStatus(405)),
        Arguments.of("406, nothing", Faults.httpStatus(406)),
        Arguments.of("410, nothing", Faults.httpStatus(410)),
        Arguments.of("415, nothing", Faults.httpStatus(415)),
        Arguments.of("422, nothing", Faults.httpStatus(422)),
        Arguments.of("500, a page", Faults.httpStatus(500, "text/html", "<h1>Whoops</h1>")),
        Arguments.of("501, nothing", Faults.httpStatus(501)));
  }

  private static Fault result(Map<String, ?> result) {
    return serverTurn ->
        serverTurn.answer(
            right -> List.of(Map.of("jsonrpc", "2.0", "id", right.get("id"), "result", result)));
  }

  private static Fault error(int code, Map<String, ?> data) {
    return Faults.httpStatus(
        400,
        JSON,
        Json.write(
            Map.of(
                "jsonrpc", "2.0", "error", Map.of("code", code, "message", "no", "data", data))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void aRefusalOfTheQuestionLeadsToInitialize(String name, Fault refusal) {
    server.speaking(FakeRevisions.V2025_06_18).inject(DISCOVER, refusal);

    assertThat(spokenOverHttp()).isEqualTo(FakeRevisions.V2025_06_18);

    ReceivedMessage initialize = server.received(INITIALIZE).get(0);
    assertThat(initialize.header("MCP-Protocol-Version")).isNull();
    assertThat(initialize.header("Mcp-Method")).isNull();
    assertThat(initialize.header("Mcp-Session-Id")).isNull();
    assertThat(initialize.params().string("protocolVersion")).isEqualTo(FakeRevisions.V2025_11_25);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 408, 413, 425, 429, 431, 502, 503, 504, 302})
  void whatProvesNothingIsReportedAndNotRemembered(int status) {
    server.speaking(FakeRevisions.V2026_07_28).injectNext(DISCOVER, Faults.httpStatus(status));
    try (McpClient client = http().build()) {
      assertThatThrownBy(client::server)
          .isInstanceOfSatisfying(
              McpHttpStatusException.class, e -> assertThat(e.status()).isEqualTo(status))
          .hasMessageContaining("\"fake\"");
      assertThat(server.received(INITIALIZE)).isEmpty();

      assertThat(client.server().protocolVersion()).isEqualTo(FakeRevisions.V2026_07_28);
    }
  }

  /** Errors that only a stateless-era server sends; the last two concern our own request. */
  static Stream<Arguments> evidence() {
    return Stream.of(
        Arguments.of(
            -32022,
            Map.of("supported", List.of(FakeRevisions.V2026_07_28)),
            FakeRevisions.V2026_07_28),
        Arguments.of(-32020, Map.of(), "no"),
        Arguments.of(
            -32021, Map.of("requiredCapabilities", Map.of("sampling", Map.of())), "sampling"));
  }

  @ParameterizedTest
  @MethodSource("evidence")
  void retriesDiscoverOnceOnStatelessErrorCode(int code, Map<String, ?> data, String named) {
    server.speaking(FakeRevisions.V2026_07_28).injectNext(DISCOVER, error(code, data));

    assertThat(spokenOverHttp()).isEqualTo(FakeRevisions.V2026_07_28);
    assertThat(server.received(DISCOVER)).hasSize(2);
    assertThat(server.received(INITIALIZE)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("evidence")
  void reportsPersistentStatelessError(int code, Map<String, ?> data, String named) {
    server.inject(DISCOVER, error(code, data));

    assertThatThrownBy(this::spokenOverHttp)
        .isInstanceOf(McpException.class)
        .hasMessageContainingAll("\"fake\"", Integer.toString(code), named);
    assertThat(server.received(DISCOVER)).hasSize(2);
    assertThat(server.received(INITIALIZE)).isEmpty();
  }

  static Stream<Arguments> onlyOlder() {
    Map<String, ?> older = Map.of("supported", List.of(FakeRevisions.V2025_03_26));
    return Arrays.stream(TransportType.values())
        .filter(type -> type.carries(FakeRevisions.V2026_07_28))
        .flatMap(
            type ->
                Stream.of(
                    Arguments.of(
                        type,
                        result(Map.of("supportedVersions", List.of(FakeRevisions.V2025_03_26)))),
                    Arguments.of(
                        type,
                        (Fault)
                            serverTurn ->
                                serverTurn.answer(
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
  void initializesWithOlderRevisionNamedByDiscover(TransportType type, Fault answer) {
    server.inject(DISCOVER, answer);

    try (Endpoint endpoint = type.to(server);
        McpClient client = McpClient.of(endpoint.transport())) {
      assertThat(client.server().protocolVersion()).isEqualTo(FakeRevisions.V2025_03_26);
    }
    assertThat(server.received(INITIALIZE).get(0).params().string("protocolVersion"))
        .isEqualTo(FakeRevisions.V2025_03_26);
  }

  @Test
  void unsupportedVersionNamesRevisionsOfBothSides() {
    server.inject(DISCOVER, result(Map.of("supportedVersions", List.of("2031-01-01"))));

    try (McpClient client = http().build()) {
      assertThatThrownBy(client::server)
          .isInstanceOfSatisfying(
              McpUnsupportedVersionException.class,
              e -> assertThat(e.supported()).containsExactly("2031-01-01"))
          .hasMessageContainingAll("2031-01-01", "2026-07-28", "2024-11-05");
    }
  }

  @Test
  void discoverTimeoutOverHttpNamesSetting() {
    server.inject(DISCOVER, Faults.silence());

    try (McpClient client = http().initializationTimeout(Duration.ofMillis(300)).build()) {
      assertThatThrownBy(client::server)
          .isInstanceOf(McpTimeoutException.class)
          .hasMessageContainingAll("300 ms", "initialization-timeout");
    }
    assertThat(server.received(INITIALIZE)).isEmpty();
  }

  @Test
  void cachesDetectedRevision() {
    server.speaking(FakeRevisions.V2025_11_25);

    try (McpClient client = http().build()) {
      client.server();
      spokenAgain(client);
    }

    assertThat(server.received(DISCOVER)).hasSize(1);
    assertThat(server.received(INITIALIZE)).hasSize(2);
  }

  @Test
  void detectsRevisionSeparatelyForEachUrl() {
    server.speaking(FakeRevisions.V2025_11_25);
    String url = server.url();

    try (ToolCatalog catalog = ToolCatalog.builder().build()) {
      connect(catalog, "first", url);
      connect(catalog, "same", url);
      assertThat(server.received(DISCOVER)).hasSize(1);

      connect(catalog, "other", url + "?tenant=b");
      assertThat(server.received(DISCOVER)).hasSize(2);
    }
  }

  private static void connect(ToolCatalog catalog, String name, String url) {
    catalog.add(name, StreamableHttpTransport.of(url), ServerOptions.defaults());
    assertThat(catalog.awaitReady(name, Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void concurrentFirstCallsShareOneProbe() throws Exception {
    Latch latch = new Latch();
    server.tool("fine").returns("fine");
    server.inject(DISCOVER, Faults.waitFor(latch));
    try (McpClient client = http().build()) {
      List<CompletableFuture<CallToolResult>> calls =
          IntStream.range(0, 8)
              .mapToObj(i -> new CallToolRequest("fine", Map.of()))
              .map(call -> client.newCall(call, CallOptions.defaults()).submit())
              .toList();
      latch.awaitArrival(Duration.ofSeconds(60));
      latch.open();
      for (CompletableFuture<CallToolResult> call : calls) {
        assertThat(call.get(60, TimeUnit.SECONDS).text()).isEqualTo("fine");
      }
    }
    assertThat(server.received(DISCOVER)).hasSize(1);
  }

  @Test
  void retriesDiscoverIfInitializeFailsWithStatelessError() {
    server.speaking(FakeRevisions.V2026_07_28).injectNext(DISCOVER, Faults.httpStatus(404));

    assertThat(spokenOverHttp()).isEqualTo(FakeRevisions.V2026_07_28);
    assertThat(server.received(INITIALIZE)).hasSize(1);
    assertThat(server.received(DISCOVER)).hasSize(2);
  }

  @Test
  void limitsAttemptsIfDiscoverAndInitializeAreRejected() {
    server
        .speaking(FakeRevisions.V2026_07_28)
        .inject(DISCOVER, Faults.error(400, -32601, "Method not found"));

    assertThatThrownBy(this::spokenOverHttp)
        .isInstanceOf(McpUnsupportedVersionException.class)
        .hasMessageContainingAll("server/discover", "-32601", "initialize", "-32022");
    assertThat(server.received(INITIALIZE)).hasSize(1);
    assertThat(server.received(DISCOVER)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {FakeRevisions.V2026_07_28, FakeRevisions.V2025_11_25})
  void aServerThatChangedItsEraIsFoundOutAboutAgain(String newVersion) {
    String before =
        newVersion.equals(FakeRevisions.V2026_07_28)
            ? FakeRevisions.V2025_11_25
            : FakeRevisions.V2026_07_28;
    server.speaking(before);
    try (McpClient client = http().build()) {
      assertThat(client.server().protocolVersion()).isEqualTo(before);

      server.speaking(newVersion);
      assertThat(spokenAgain(client)).isEqualTo(newVersion);
    }
  }

  @Test
  void doesNotProbePinnedRevision() {
    try (McpClient client = http().protocolVersion(FakeRevisions.V2025_06_18).build()) {
      assertThat(client.server().protocolVersion()).isEqualTo(FakeRevisions.V2025_06_18);
    }
    assertThat(server.received(DISCOVER)).isEmpty();
  }

  @Test
  void unsupportedPinnedRevisionNamesSetting() {
    server.speaking(FakeRevisions.V2025_11_25);
    try (McpClient client = http().protocolVersion(FakeRevisions.V2026_07_28).build()) {
      assertThatThrownBy(client::server)
          .isInstanceOf(McpException.class)
          .hasMessageContaining("protocolVersion");
    }
  }

  @Test
  void connectionRefusedDoesNotAffectDetection() {
    server.speaking(FakeRevisions.V2025_11_25);
    String url = server.url();
    server.http().stop();
    try (McpClient client = http().build()) {
      assertThatThrownBy(client::server)
          .isInstanceOf(McpConnectException.class)
          .hasMessageContainingAll("\"fake\"", url.substring(7, url.indexOf("/mcp")), "url");

      server.http().start();
      assertThat(client.server().protocolVersion()).isEqualTo(FakeRevisions.V2025_11_25);
    }
  }

  @Test
  void disconnectsOnUnknownRevisionInInitializeResult() {
    server
        .speaking(FakeRevisions.V2025_11_25)
        .inject(INITIALIZE, result(Map.of("protocolVersion", "2031-01-01")));

    try (McpClient client = http().build()) {
      assertThatThrownBy(client::server)
          .isInstanceOfSatisfying(
              McpUnsupportedVersionException.class,
              e -> assertThat(e.supported()).containsExactly("2031-01-01"))
          .hasMessageContainingAll("2031-01-01", FakeRevisions.V2025_11_25);
      assertThat(client.isConnected()).isFalse();
    }
    assertThat(server.received("notifications/initialized")).isEmpty();
  }

  @Test
  void acceptsNewerKnownRevisionThanRequested() {
    server.inject(
        INITIALIZE,
        result(
            Map.of(
                "protocolVersion", FakeRevisions.V2025_11_25,
                "capabilities", Map.of(),
                "serverInfo", Map.of("name", "eager", "version", "1"))));

    try (McpClient client =
        McpClient.builder(server.transport()).protocolVersion(FakeRevisions.V2025_06_18).build()) {
      assertThat(client.server().protocolVersion()).isEqualTo(FakeRevisions.V2025_11_25);
    }
  }

  @Test
  void usesStatelessRevisionReturnedByInitialize() {
    server
        .injectNext(DISCOVER, Faults.httpStatus(404))
        .inject(INITIALIZE, result(Map.of("protocolVersion", FakeRevisions.V2026_07_28)));

    assertThat(spokenOverHttp()).isEqualTo(FakeRevisions.V2026_07_28);
    assertThat(server.received("notifications/initialized")).isEmpty();
  }

  @Test
  void retriesInitializeWithRevisionNamedInError() {
    server
        .speaking(FakeRevisions.V2025_03_26)
        .injectNext(
            INITIALIZE, error(-32602, Map.of("supported", List.of(FakeRevisions.V2025_03_26))));

    assertThat(spokenOverHttp()).isEqualTo(FakeRevisions.V2025_03_26);
    assertThat(server.received(INITIALIZE))
        .extracting(initialize -> initialize.params().string("protocolVersion"))
        .containsExactly(FakeRevisions.V2025_11_25, FakeRevisions.V2025_03_26);
  }

  @Test
  void limitsInitializeRetriesOnVersionMismatch() {
    server
        .speaking(FakeRevisions.V2025_11_25)
        .inject(
            INITIALIZE,
            serverTurn -> {
              String requested = serverTurn.received().params().string("protocolVersion", "");
              String supported =
                  requested.equals(FakeRevisions.V2025_11_25)
                      ? FakeRevisions.V2025_06_18
                      : FakeRevisions.V2025_11_25;
              error(-32602, Map.of("supported", List.of(supported))).apply(serverTurn);
            });

    assertThatThrownBy(this::spokenOverHttp).isInstanceOf(McpUnsupportedVersionException.class);
    assertThat(server.received(INITIALIZE)).hasSize(2);
  }

  private McpClient.Builder httpSseByUrlAlone() {
    server.speaking(FakeRevisions.V2024_11_05);
    return McpClient.builder(StreamableHttpTransport.of(HttpSse.of(server).url())).name("fake");
  }

  private String spokenByUrlAlone() {
    try (McpClient client = httpSseByUrlAlone().build()) {
      return client.server().protocolVersion();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 405, 406, 410, 501})
  void aServerThatTakesNoPostsIsSpokenToByHttpSse(int status) {
    HttpSse.of(server).refusingPostsToTheStream(status);

    assertThat(spokenByUrlAlone()).isEqualTo(FakeRevisions.V2024_11_05);

    assertThat(server.received(DISCOVER)).hasSize(1);
    assertThat(server.received(INITIALIZE)).as("by POST, then by HTTP+SSE").hasSize(2);
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void fallsBackToHttpSseIfPostOpensStream() {
    HttpSse.of(server).openingStreamsForPosts();

    assertThat(spokenByUrlAlone()).isEqualTo(FakeRevisions.V2024_11_05);
    assertThat(server.received("GET")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 408, 413, 425, 429, 431, 502, 503, 504, 302})
  void whatProvesNothingIsNoReasonForHttpSse(int status) {
    HttpSse.of(server).refusingPostsToTheStream(status);

    assertThatThrownBy(this::spokenByUrlAlone)
        .isInstanceOfSatisfying(
            McpHttpStatusException.class, e -> assertThat(e.status()).isEqualTo(status));
    assertThat(server.received("GET")).isEmpty();
  }

  @Test
  void cachesHttpSseFallback() {
    try (McpClient client = httpSseByUrlAlone().build()) {
      client.server();
      spokenAgain(client);
    }

    assertThat(server.received(DISCOVER)).hasSize(1);
    assertThat(server.received(INITIALIZE)).hasSize(3);
  }

  @Test
  void fallsBackToHttpSseForPinnedRevision() {
    try (McpClient client =
        httpSseByUrlAlone().protocolVersion(FakeRevisions.V2024_11_05).build()) {
      assertThat(client.server().protocolVersion()).isEqualTo(FakeRevisions.V2024_11_05);
    }
    assertThat(server.received(DISCOVER)).isEmpty();
  }

  @Test
  void reportsStreamableHttpFailureIfUrlIsNotFound() {
    String nowhere = server.url().replace("/mcp", "/nowhere");
    server.inject(Faults.httpStatus(404));

    try (McpClient client =
        McpClient.builder(StreamableHttpTransport.of(nowhere)).name("fake").build()) {
      assertThatThrownBy(client::server)
          .isInstanceOf(McpHttpStatusException.class)
          .hasMessageContainingAll("\"fake\"", "POST of initialize", "404", "setting url")
          .satisfies(e -> assertThat(e.getSuppressed()).hasSize(2));
    }
  }
}
