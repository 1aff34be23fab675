package io.mcpbridge.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.test.exchange.FakeRevisions;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Streamable HTTP from 2025-03-26 to 2025-11-25. */
class HttpSessionEraTest {

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "2025-11-25, 2025-11-25",
    "2024-11-05, 2024-11-05",
    "1999-01-01, 2025-11-25",
    "2026-07-28, 2025-11-25"
  })
  void agreesToRequestedVersionOrOffersNewest(String requested, String agreed) throws Exception {
    var answer = Http.post(server, Messages.initialize(1, requested));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(Http.json(answer).object("result").string("protocolVersion")).isEqualTo(agreed);
    assertThat(answer.headers().firstValue("Mcp-Session-Id")).isPresent();
  }

  @Test
  void describesItselfInInitializeResult() throws Exception {
    server.named("weather", "2.1").instructions("Ask for a city.");

    var result =
        Http.json(Http.post(server, Messages.initialize(1, "2025-11-25"))).object("result");

    assertThat(result.map("serverInfo")).isEqualTo(Map.of("name", "weather", "version", "2.1"));
    assertThat(result.string("instructions")).isEqualTo("Ask for a city.");
    assertThat(result.object("capabilities").has("tools")).isTrue();
    assertThat(result.object("capabilities").has("resources")).isFalse();
  }

  @Test
  void listsAndCallsToolsInSession() throws Exception {
    server
        .tool("greet")
        .description("Greets")
        .handler(c -> FakeResult.text("Hi " + c.string("who")));
    String session = Http.session(server);

    var list = Http.inSession(server, session, Messages.request(1, "tools/list", "{}"));
    var call =
        Http.inSession(
            server,
            session,
            Messages.request(
                2, "tools/call", "{\"name\": \"greet\", \"arguments\": {\"who\": \"Bo\"}}"));

    assertThat(list.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(Http.json(list).object("result").list("tools"))
        .isEqualTo(
            java.util.List.of(
                Map.of(
                    "name",
                    "greet",
                    "description",
                    "Greets",
                    "inputSchema",
                    Map.of("type", "object"))));
    assertThat(Http.json(list).object("result").has("resultType")).isFalse();
    assertThat(call.body()).contains("Hi Bo");
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void acceptsNotificationsWith202AndNoBody() throws Exception {
    String session = Http.session(server);

    var answer =
        Http.inSession(
            server, session, Messages.notification("notifications/roots/list_changed", "{}"));

    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void requiresValidSessionId() throws Exception {
    var without = Http.post(server, Messages.request(1, "tools/list", "{}"));
    var unknown = Http.inSession(server, "unknown", Messages.request(1, "tools/list", "{}"));

    assertThat(without.statusCode()).isEqualTo(400);
    assertThat(unknown.statusCode()).isEqualTo(404);
  }

  @Test
  void deleteEndsSession() throws Exception {
    String session = Http.session(server);
    var delete = Http.to(server).DELETE().header("Mcp-Session-Id", session).build();

    assertThat(Http.CLIENT.send(delete, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    assertThat(Http.inSession(server, session, Messages.request(1, "ping", "{}")).statusCode())
        .isEqualTo(404);
    assertThat(server.received("DELETE")).hasSize(1);
  }

  @Test
  void forgottenSessionReturns404() throws Exception {
    String session = Http.session(server);

    server.forgetSessions();

    assertThat(Http.inSession(server, session, Messages.request(1, "ping", "{}")).statusCode())
        .isEqualTo(404);
  }

  @Test
  void supportsSessionlessMode() throws Exception {
    server.http().withoutSessions();

    var greeting = Http.post(server, Messages.initialize(1, "2025-11-25"));

    assertThat(greeting.headers().firstValue("Mcp-Session-Id")).isEmpty();
    assertThat(Http.post(server, Messages.request(2, "tools/list", "{}")).statusCode())
        .isEqualTo(200);
  }

  @Test
  void rejectsProtocolVersionOtherThanNegotiated() throws Exception {
    String session = Http.session(server);

    var otherVersion =
        Http.post(
            server,
            Messages.request(1, "ping", "{}"),
            "Mcp-Session-Id",
            session,
            "MCP-Protocol-Version",
            "2025-06-18");
    var withoutVersion =
        Http.post(server, Messages.request(2, "ping", "{}"), "Mcp-Session-Id", session);

    assertThat(otherVersion.statusCode()).isEqualTo(400);
    assertThat(withoutVersion.statusCode()).isEqualTo(200);
    assertThat(server.violations()).singleElement().asString().contains("MCP-Protocol-Version");
  }

  @Test
  void rejectsUnknownMethods() throws Exception {
    String session = Http.session(server);

    var answer = Http.inSession(server, session, Messages.request(1, "tools/sing", "{}"));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(Http.json(answer).object("error").integer("code")).isEqualTo(-32601);
  }

  @Test
  void rejectsDiscoverInOlderRevision() throws Exception {
    server.speaking(FakeRevisions.V2025_06_18);

    var answer = Http.stateless(server, "server/discover", "{}");

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(Http.json(answer).object("error").integer("code")).isEqualTo(-32000);
  }

  @Test
  void streamsNotificationsBeforeResult() throws Exception {
    server
        .tool("slow")
        .returns(FakeResult.text("done").afterProgress(1, 2.0, "half").afterLog("info", "hm"));
    String session = Http.session(server);

    var answer =
        Http.inSession(
            server,
            session,
            Messages.request(
                1, "tools/call", "{\"name\": \"slow\", \"_meta\": {\"progressToken\": \"p\"}}"));

    assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    assertThat(answer.body().lines().filter(line -> line.startsWith("data: ")))
        .satisfiesExactly(
            line -> assertThat(line).contains("notifications/progress", "\"p\"", "half"),
            line -> assertThat(line).contains("notifications/message", "hm"),
            line -> assertThat(line).contains("\"id\":1", "done"));
  }

  @Test
  void sendsListChangedOnGetStream() throws Exception {
    String session = Http.session(server);
    var get =
        Http.to(server)
            .GET()
            .header("Mcp-Session-Id", session)
            .header("MCP-Protocol-Version", "2025-11-25")
            .build();
    var stream = Http.CLIENT.send(get, BodyHandlers.ofLines());
    assertThat(stream.statusCode()).isEqualTo(200);

    server.announceToolsChanged();

    try (var lines = stream.body()) {
      assertThat(lines.filter(line -> line.startsWith("data")).findFirst().orElseThrow())
          .contains("notifications/tools/list_changed");
    }
    server.awaitDisconnected("GET", Duration.ofSeconds(5));
  }

  @Test
  void recordsCancelledNotificationButNotDisconnect() throws Exception {
    server.tool("never").neverAnswers();
    String session = Http.session(server);
    var call =
        Http.to(server)
            .headers("Mcp-Session-Id", session, "MCP-Protocol-Version", "2025-11-25")
            .POST(
                BodyPublishers.ofString(Messages.request(7, "tools/call", "{\"name\": \"never\"}")))
            .build();
    var answer = Http.CLIENT.sendAsync(call, BodyHandlers.ofString());
    server.awaitReceived("tools/call", Duration.ofSeconds(60));

    answer.cancel(true);
    server.awaitDisconnected("tools/call", Duration.ofSeconds(5));
    assertThat(server.cancelled()).isEmpty();

    Http.inSession(
        server, session, Messages.notification("notifications/cancelled", "{\"requestId\": 7}"));
    assertThat(server.awaitCancelled("tools/call", Duration.ofSeconds(60)).id().value())
        .isEqualTo(7L);
  }
}
