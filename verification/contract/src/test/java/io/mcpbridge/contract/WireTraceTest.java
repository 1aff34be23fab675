package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.FakeResult;
import io.mcpbridge.test.Faults;
import io.mcpbridge.test.LeakCheck;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.transport.TraceLevel;
import io.mcpbridge.transport.TraceRecord;
import io.mcpbridge.transport.WireTrace;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import io.mcpbridge.transport.stdio.StdioTransport;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The wire trace contract: what is sent and received, of every revision and transport. */
@ExtendWith(LeakCheck.class)
class WireTraceTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String SECRET = "5ecret-";
  private static final Pattern ID = Pattern.compile(" id=([^ ]+)");

  private final BlockingQueue<TraceRecord> heard = new LinkedBlockingQueue<>();
  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  private WireTrace.Builder trace() {
    return WireTrace.builder().listener(heard::add).redact("/params/arguments/pin");
  }

  private static ToolCatalog catalog(Endpoint endpoint, WireTrace trace, TraceLevel level) {
    ToolCatalog catalog =
        ToolCatalog.builder()
            .server("vault", endpoint.transport(), ServerOptions.builder().trace(level).build())
            .wireTrace(trace)
            .build();
    assertThat(catalog.awaitReady(SOON)).isTrue();
    return catalog;
  }

  static Stream<Arguments> conversations() {
    return Stream.of(
        Arguments.of(
            FakeRevisions.V2024_11_05,
            TransportType.HTTP_SSE,
            """
            -> GET http://127.0.0.1:N/sse
            <- HTTP 200 to GET
            -- endpoint event: messages go to http://127.0.0.1:N/messages?#N
            -> POST http://127.0.0.1:N/messages?#N initialize id=1 (N bytes)
            <- response id=1 (N bytes)
            -> POST http://127.0.0.1:N/messages?#N notifications/initialized (N bytes)
            -> POST http://127.0.0.1:N/messages?#N tools/list id=2 (N bytes)
            <- response id=2 (N bytes)
            -> POST http://127.0.0.1:N/messages?#N tools/call id=3 (N bytes)
            <- response id=3 (N bytes)
            """),
        Arguments.of(
            FakeRevisions.V2025_11_25,
            TransportType.STDIO,
            """
            -- process N started: stdio: java
            -> request server/discover id=1 (N bytes)
            <- error id=1 (N bytes)
            -> request initialize id=2 (N bytes)
            <- response id=2 (N bytes)
            -> notification notifications/initialized (N bytes)
            -> request tools/list id=3 (N bytes)
            <- response id=3 (N bytes)
            -> request tools/call id=4 (N bytes)
            <- response id=4 (N bytes)
            """),
        Arguments.of(
            FakeRevisions.V2025_11_25,
            TransportType.HTTP_JSON,
            """
            -> POST http://127.0.0.1:N/mcp server/discover id=1 (N bytes)
            <- HTTP 400 to server/discover
            <- error id=1 (N bytes)
            -> POST http://127.0.0.1:N/mcp initialize id=2 (N bytes)
            <- HTTP 200 to initialize
            <- response id=2 (N bytes)
            -> POST http://127.0.0.1:N/mcp notifications/initialized (N bytes)
            <- HTTP 202 to notifications/initialized
            -> GET http://127.0.0.1:N/mcp
            <- HTTP 200 to GET
            -> POST http://127.0.0.1:N/mcp tools/list id=3 (N bytes)
            <- HTTP 200 to tools/list
            <- response id=3 (N bytes)
            -> POST http://127.0.0.1:N/mcp tools/call id=4 (N bytes)
            <- HTTP 200 to tools/call
            <- response id=4 (N bytes)
            """),
        Arguments.of(
            FakeRevisions.V2026_07_28,
            TransportType.HTTP_EVENT_STREAM,
            """
            -> POST http://127.0.0.1:N/mcp server/discover id=1 (N bytes)
            <- HTTP 200 to server/discover
            <- response id=1 (N bytes)
            -- event stream of server/discover ended
            -> POST http://127.0.0.1:N/mcp subscriptions/listen id=2 (N bytes)
            <- HTTP 200 to subscriptions/listen
            <- notification notifications/subscriptions/acknowledged (N bytes)
            -> POST http://127.0.0.1:N/mcp tools/list id=3 (N bytes)
            <- HTTP 200 to tools/list
            <- response id=3 (N bytes)
            -- event stream of tools/list ended
            -> POST http://127.0.0.1:N/mcp tools/call id=4 (N bytes)
            <- HTTP 200 to tools/call
            <- response id=4 (N bytes)
            -- event stream of tools/call ended
            """));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("conversations")
  void showsEachMessageOfConversation(String revision, TransportType type, String lines) {
    server.speaking(revision);
    server.tool("open").returns("opened");
    try (Endpoint endpoint = type.to(server);
        ToolCatalog catalog = catalog(endpoint, trace().build(), TraceLevel.HEADERS)) {
      catalog.call("vault__open", "{}");

      // the acknowledgment of a POST and its response race on HTTP+SSE
      assertThat(
              firstLines(
                  record ->
                      !record.event().startsWith("HTTP 202") || type != TransportType.HTTP_SSE))
          .isEqualToNormalizingNewlines(lines);
    }
    assertThat(heard).extracting(TraceRecord::body).containsOnlyNulls();
    assertThat(heard).extracting(TraceRecord::server).containsOnly("vault");
    assertThat(heard)
        .extracting(TraceRecord::time)
        .allSatisfy(
            time -> assertThat(time).isBetween(Instant.now().minusSeconds(60), Instant.now()));
  }

  /** Without what differs from run to run; ids are numbered in order of appearance. */
  private String firstLines(Predicate<TraceRecord> filter) {
    Map<String, String> ids = new HashMap<>();
    StringBuilder lines = new StringBuilder();
    for (TraceRecord entry : heard) {
      if (filter.test(entry)) {
        Matcher id = ID.matcher(entry.text().lines().findFirst().orElseThrow());
        String line =
            id.replaceAll(
                match -> " id=" + ids.computeIfAbsent(match.group(1), n -> "" + (ids.size() + 1)));
        lines
            .append(
                line.replaceAll("stdio: .*", "stdio: java")
                    .replaceAll("127.0.0.1:\\d+", "127.0.0.1:N")
                    .replaceAll("#[0-9a-f]{8}", "#N")
                    .replaceAll("\\(\\d+ bytes\\)", "(N bytes)")
                    .replaceAll("process \\d+", "process N"))
            .append('\n');
      }
    }
    return lines.toString();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("io.mcpbridge.contract.Matrix#all")
  void showsBodiesWithoutRedactedArguments(String revision, TransportType type) {
    server.speaking(revision);
    server.tool("open").returns("opened");
    WireTrace trace = trace().build();
    try (Endpoint endpoint = type.to(server);
        ToolCatalog catalog = catalog(endpoint, trace, TraceLevel.BODIES)) {
      catalog.call(
          "vault__open",
          "{\"pin\": \"%spin\", \"password\": \"%spassword\", \"city\": \"Oslo\"}"
              .formatted(SECRET, SECRET));
    }
    assertThat(trace.records("vault")).isNotEmpty();
    assertThat(bodies())
        .contains("\"arguments\":{\"pin\":\"***\",\"password\":\"***\",\"city\":\"Oslo\"}")
        .contains("\"text\":\"opened\"")
        .contains("2026-07-28".equals(revision) ? "server/discover" : "\"initialize\"");
    assertThat(server.received("tools/call").get(0).params().toString()).contains(SECRET + "pin");
    assertThat(everything()).doesNotContain(SECRET).doesNotContain(TransportType.secret());
  }

  private String bodies() {
    List<String> bodies = new ArrayList<>();
    heard.forEach(entry -> bodies.add(String.valueOf(entry.body())));
    return String.join("\n", bodies);
  }

  private String everything() {
    List<String> all = new ArrayList<>();
    heard.forEach(entry -> all.add(entry.text() + "\n" + entry.json()));
    return String.join("\n", all);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("io.mcpbridge.contract.Matrix#all")
  void showsServerRequestsAndAnswers(String revision, TransportType type) {
    if (!FakeRevisions.initialize().contains(revision)) {
      return; // without requests of servers
    }
    server.speaking(revision);
    server
        .tool("open")
        .handler(
            call -> {
              call.ask("ping", JsonObject.empty());
              return FakeResult.text("opened");
            });
    try (Endpoint endpoint = type.to(server);
        ToolCatalog catalog = catalog(endpoint, trace().build(), TraceLevel.HEADERS)) {
      catalog.call("vault__open", "{}");
    }
    TraceRecord ping =
        heard.stream().filter(entry -> "ping".equals(entry.method())).findFirst().orElseThrow();
    assertThat(ping.text()).startsWith("<- request ping id=" + ping.id());
    assertThat(heard)
        .filteredOn(entry -> entry.direction() == TraceRecord.Direction.SENT)
        .filteredOn(entry -> entry.method() == null)
        .extracting(TraceRecord::id)
        .contains(ping.id());
  }

  @Test
  void showsEndOfSessionAndOfStreams() throws InterruptedException {
    server.speaking(FakeRevisions.V2025_11_25);
    try (Endpoint endpoint = TransportType.HTTP_JSON.to(server)) {
      catalog(endpoint, trace().build(), TraceLevel.HEADERS).close();
    }
    await(entry -> entry.event().equals("event stream of GET ended")); // on its own thread
    assertThat(heard)
        .extracting(TraceRecord::event)
        .contains("HTTP 200 to DELETE")
        .anyMatch(event -> event.startsWith("DELETE http://"));
    assertThat(everything())
        .contains("Mcp-Session-Id: ")
        .containsPattern("\\b[0-9a-z]{4}\\.\\.\\.");
    assertThat(everything())
        .doesNotContain(String.valueOf(server.received("DELETE").get(0).header("Mcp-Session-Id")));
  }

  @Test
  void showsStartAndExitOfProcess() throws InterruptedException {
    StdioTransport failing =
        StdioTransport.builder(
                "sh", "-c", "echo \"key is $API_KEY\"; exit 3", "--token", SECRET + "arg")
            .env("API_KEY", SECRET + "environment")
            .build();
    try (ToolCatalog catalog =
        ToolCatalog.builder()
            .server("vault", failing, ServerOptions.builder().trace(TraceLevel.BODIES).build())
            .wireTrace(WireTrace.builder().listener(heard::add).build())
            .build()) {
      catalog.awaitReady(SOON);
      TraceRecord exit = await(entry -> entry.event().endsWith("ended with exit code 3"));
      assertThat(exit.direction()).isEqualTo(TraceRecord.Direction.NONE);
      assertThat(exit.event()).startsWith("process ");
      assertThat(everything()).contains("started: stdio: sh -c", "<- text").contains("key is ***");
    }
    assertThat(everything()).doesNotContain(SECRET);
  }

  private TraceRecord await(Predicate<TraceRecord> filter) throws InterruptedException {
    List<TraceRecord> seen = new ArrayList<>();
    while (true) {
      TraceRecord next = heard.poll(SOON.toMillis(), TimeUnit.MILLISECONDS);
      assertThat(next).as("after " + seen).isNotNull();
      seen.add(next);
      if (filter.test(next)) {
        heard.addAll(seen);
        return next;
      }
    }
  }

  @Test
  void hidesCredentialsThatServerRepeats() {
    server.tool("open").returns("your token is " + SECRET + "bearer, your key " + SECRET + "key");
    String url = server.url().replace("://", "://user:" + SECRET + "userinfo@");
    StreamableHttpTransport transport =
        StreamableHttpTransport.builder(url + "?api_key=" + SECRET + "query")
            .header("Authorization", "Bearer " + SECRET + "bearer")
            .header("X-Api-Key", SECRET + "key")
            .header("X-Tenant", SECRET + "tenant")
            .build();
    try (ToolCatalog catalog =
        catalog(Endpoint.of(transport), trace().build(), TraceLevel.BODIES)) {
      assertThat(catalog.call("vault__open", "{}").text()).contains(SECRET + "bearer");
      server.injectNext("tools/call", Faults.error(401, -32001, "no such key: " + SECRET + "key"));
      catalog.call("vault__open", "{}");
    }
    assertThat(everything())
        .contains("Authorization: ***", "X-Api-Key: ***", "X-Tenant: ***", "HTTP 401 to tools/call")
        .contains("your token is ***, your key ***", "no such key: ***")
        .doesNotContain(SECRET);
  }

  @Test
  void hidesSecretsInJsonThatIsText() {
    String json =
        "{\"password\": \"%1$s1\", \"credentials\": {\"user\": \"%1$s2\", \"ids\": [[\"%1$s3\"]]},"
                .formatted(SECRET)
            + " \"city\": \"Oslo\"}";
    server
        .tool("open")
        .inputSchema(
            "{\"type\": \"object\", \"properties\": {\"password\": {\"type\": \"string\"}}}")
        .returns(FakeResult.structured(json).andText("\n" + json));
    server.tool("plain").returns("[1,  {\"city\": \"Oslo\"}]");
    try (Endpoint endpoint = TransportType.HTTP_JSON.to(server);
        ToolCatalog catalog = catalog(endpoint, trace().build(), TraceLevel.BODIES)) {
      assertThat(catalog.call("vault__open", "{}").text()).contains(SECRET);
      catalog.call("vault__plain", "{}");
    }
    assertThat(bodies())
        .contains("{\"password\":\"***\",\"credentials\":\"***\",\"city\":\"Oslo\"}")
        .contains("\\\"credentials\\\":\\\"***\\\",\\\"city\\\":\\\"Oslo\\\"}")
        .contains("\"password\":{\"type\":\"string\"}")
        .contains("[1,  {");
    assertThat(everything()).doesNotContain(SECRET);
  }

  @Test
  void hidesRepetitionOfRedactedValues() {
    server
        .tool("open")
        .returns(
            FakeResult.structured("{\"pin\": 4711, \"note\": \"%snote\"}".formatted(SECRET))
                .andText("4 items, note: " + SECRET + "note"));
    WireTrace trace =
        trace().redact("/result/structuredContent/pin", "/result/structuredContent/note").build();
    try (Endpoint endpoint = TransportType.HTTP_JSON.to(server);
        ToolCatalog catalog = catalog(endpoint, trace, TraceLevel.BODIES)) {
      catalog.call("vault__open", "{}");
    }
    assertThat(bodies()).contains("4 items, note: ***").doesNotContain("4711");
    assertThat(everything()).doesNotContain(SECRET);
  }

  @Test
  void changesLevelWithoutReconnecting() {
    server.tool("open").returns("opened");
    WireTrace trace = trace().build();
    ServerOptions off = ServerOptions.defaults();
    try (Endpoint endpoint = TransportType.HTTP_JSON.to(server);
        ToolCatalog catalog = catalog(endpoint, trace, TraceLevel.OFF)) {
      catalog.call("vault__open", "{}");
      assertThat(heard).isEmpty();

      catalog.update("vault", off.toBuilder().trace(TraceLevel.BODIES).build());
      catalog.call("vault__open", "{}");
      assertThat(firstLines(entry -> true)).contains("tools/call").doesNotContain("discover");
      assertThat(trace.records("vault")).hasSameSizeAs(heard);

      catalog.update("vault", off);
      int before = heard.size();
      catalog.call("vault__open", "{}");
      assertThat(heard).hasSize(before);
    }
    assertThat(server.received("server/discover")).hasSize(1);
  }

  @Test
  void logsTextOrJsonLines() {
    server.tool("open").returns("opened");
    try (CapturedLog log = new CapturedLog(WireTrace.LOGGER);
        Endpoint endpoint = TransportType.HTTP_JSON.to(server)) {
      for (boolean json : List.of(false, true)) {
        try (ToolCatalog catalog =
            catalog(endpoint, trace().jsonLines(json).build(), TraceLevel.BODIES)) {
          catalog.call("vault__open", "{\"city\": \"Oslo\"}");
        }
      }
      assertThat(log.lines())
          .anyMatch(
              line -> line.startsWith("INFO -> POST http://") && line.contains("\n   Host: "));
      JsonObject call =
          log.lines().stream()
              .map(line -> line.substring("INFO ".length()))
              .filter(line -> line.startsWith("{") && line.contains("tools/call"))
              .map(line -> JsonObject.of(Json.readObject(line)))
              .findFirst()
              .orElseThrow();
      assertThat(call.string("server")).isEqualTo("vault");
      assertThat(call.string("direction")).isEqualTo("sent");
      assertThat(call.string("method")).isEqualTo("tools/call");
      assertThat(call.string("body")).contains("\"city\":\"Oslo\"");
      assertThat(call.string("time")).startsWith("20");
    }
  }

  @Test
  void keepsAndShowsLimitedAmount() {
    server.tool("open").returns("x".repeat(2_000_000));
    server.tool("list").returns("y".repeat(20_000));
    WireTrace trace = trace().maxRecords(3).maxBodyCharacters(100).build();
    try (Endpoint endpoint = TransportType.HTTP_JSON.to(server);
        ToolCatalog catalog = catalog(endpoint, trace, TraceLevel.BODIES)) {
      catalog.call("vault__list", "{}");
      assertThat(trace.records("vault")).hasSize(3);
      assertThat(trace.records("vault").get(2).body()).hasSizeLessThan(140).endsWith("characters)");
      catalog.call("vault__open", "{}");
      TraceRecord large = trace.records("vault").get(2);
      assertThat(large.bytes()).isGreaterThan(2_000_000);
      assertThat(large.id()).isNotNull();
      assertThat(large.body()).contains("not shown", "1048576");
    }
  }

  /** The same calls with and without the trace, on the calling thread. */
  @Test
  void allocatesNothingWhileOff() {
    server.tool("open").returns("opened");
    WireTrace trace = trace().build();
    try (Endpoint endpoint = TransportType.HTTP_JSON.to(server);
        McpClient plain = McpClient.of(endpoint.transport());
        McpClient traced = McpClient.of(trace.wrap("vault", endpoint.transport()))) {
      long without = 0;
      long off = 0;
      for (int round = 0; round < 6; round++) { // the last ones are warm
        without = bytesPerCall(plain);
        off = bytesPerCall(traced);
      }
      assertThat(off).isLessThan(without + 64);

      trace.level("vault", TraceLevel.HEADERS);
      assertThat(bytesPerCall(traced)).isGreaterThan(without + 1000);
    }
  }

  /** The least of many, which no other activity disturbed. */
  private static long bytesPerCall(McpClient client) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 200; i++) {
      long before = threads.getThreadAllocatedBytes(id);
      client.callTool("open");
      least = Math.min(least, threads.getThreadAllocatedBytes(id) - before);
    }
    return least;
  }
}
