package io.mcpbridge.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.exchange.FakeRevisions;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streamable HTTP at 2026-07-28. */
class HttpStatelessEraTest {

  private static final String VERSION = "MCP-Protocol-Version";

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void respondsToDiscover() throws Exception {
    server.named("weather", "2").instructions("Ask.");

    JsonObject result = Http.json(Http.stateless(server, "server/discover", "{}")).object("result");

    assertThat(result.string("resultType")).isEqualTo("complete");
    assertThat(result.list("supportedVersions")).isEqualTo(FakeRevisions.all());
    assertThat(result.object("capabilities").has("tools")).isTrue();
    assertThat(result.string("instructions")).isEqualTo("Ask.");
    assertThat(result.integer("ttlMs")).isZero();
    assertThat(result.string("cacheScope")).isEqualTo("private");
    assertThat(result.object("_meta").object("io.modelcontextprotocol/serverInfo").string("name"))
        .isEqualTo("weather");
  }

  @Test
  void listsAndCallsToolsWithoutInitialize() throws Exception {
    server.tool("add").handler(c -> FakeResult.text("" + (c.number("a") + c.number("b"))));

    JsonObject list = Http.json(Http.stateless(server, "tools/list", "{}")).object("result");
    JsonObject call =
        Http.json(
                Http.stateless(
                    server,
                    "tools/call",
                    "{\"name\": \"add\", \"arguments\": {\"a\": 1, \"b\": 2}}"))
            .object("result");

    assertThat(list.list("tools")).hasSize(1);
    assertThat(list.has("ttlMs")).isTrue();
    assertThat(call.toJson()).contains("3.0", "\"resultType\":\"complete\"");
    assertThat(call.has("ttlMs")).isFalse();
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void rejectsUnsupportedRevision() throws Exception {
    var answer =
        Http.post(
            server,
            Messages.stateless(1, "tools/list", "{}", "2030-01-01"),
            VERSION,
            "2030-01-01",
            "Mcp-Method",
            "tools/list");

    assertThat(answer.statusCode()).isEqualTo(400);
    JsonObject error = Http.json(answer).object("error");
    assertThat(error.integer("code")).isEqualTo(-32022);
    assertThat(error.object("data").list("supported")).isEqualTo(FakeRevisions.all());
    assertThat(error.object("data").string("requested")).isEqualTo("2030-01-01");
  }

  @Test
  void rejectsInitializeWithSupportedVersions() throws Exception {
    server.speaking(FakeRevisions.V2026_07_28);

    var answer = Http.post(server, Messages.initialize(1, "2025-11-25"));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(Http.json(answer).object("error").object("data").list("supported"))
        .isEqualTo(List.of("2026-07-28"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"protocolVersion", "clientCapabilities"})
  void rejectsRequestWithoutRequiredMeta(String key) throws Exception {
    String body =
        Messages.stateless(1, "tools/list", "{}").replace("io.modelcontextprotocol/" + key, "x");

    var answer = Http.post(server, body, VERSION, "2026-07-28", "Mcp-Method", "tools/list");

    assertRefused(answer, 400, -32602);
  }

  @Test
  void rejectsHeadersThatDisagreeWithBody() throws Exception {
    server.tool("greet");
    String list = Messages.stateless(1, "tools/list", "{}");
    String call = Messages.stateless(1, "tools/call", "{\"name\": \"greet\"}");

    assertRefused(Http.post(server, list, "Mcp-Method", "tools/list"), 400, -32020);
    assertRefused(Http.post(server, list, VERSION, "2026-07-28"), 400, -32020);
    assertRefused(
        Http.post(server, list, VERSION, "2025-11-25", "Mcp-Method", "tools/list"), 400, -32020);
    assertRefused(
        Http.post(server, list, VERSION, "2026-07-28", "Mcp-Method", "tools/call"), 400, -32020);
    assertRefused(
        Http.post(server, call, VERSION, "2026-07-28", "Mcp-Method", "tools/call"), 400, -32020);
    assertRefused(
        Http.post(
            server, call, VERSION, "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "other"),
        400,
        -32020);
  }

  @Test
  void decodesBase64Names() throws Exception {
    server.tool("grüße").returns("ja");
    String encoded =
        "=?base64?"
            + java.util.Base64.getEncoder().encodeToString("grüße".getBytes("UTF-8"))
            + "?=";

    var answer =
        Http.post(
            server,
            Messages.stateless(1, "tools/call", "{\"name\": \"grüße\"}"),
            VERSION,
            "2026-07-28",
            "Mcp-Method",
            "tools/call",
            "Mcp-Name",
            encoded);

    assertThat(answer.body()).contains("ja");
  }

  @Test
  void requiresMirroredParameterHeaders() throws Exception {
    server
        .tool("find")
        .inputSchema(
            """
            {"type": "object", "properties": {
              "tenant": {"type": "string", "x-mcp-header": "Tenant"},
              "page": {"type": "object", "properties": {"size": {"type": "integer", "x-mcp-header": "Size"}}}}}
            """);
    String body =
        Messages.stateless(
            1,
            "tools/call",
            "{\"name\": \"find\", \"arguments\": {\"tenant\": \"acme\", \"page\": {\"size\": 42}}}");
    String[] right = {
      VERSION,
      "2026-07-28",
      "Mcp-Method",
      "tools/call",
      "Mcp-Name",
      "find",
      "Mcp-Param-Tenant",
      "acme",
      "Mcp-Param-Size",
      "42"
    };
    String[] wrong = right.clone();
    wrong[9] = "43";

    assertThat(Http.post(server, body, right).statusCode()).isEqualTo(200);
    assertRefused(Http.post(server, body, wrong), 400, -32020);
    assertRefused(
        Http.post(server, body, List.of(right).subList(0, 8).toArray(new String[0])), 400, -32020);
  }

  @Test
  void rejectsUnknownMethodAndUnknownTool() throws Exception {
    assertRefused(Http.stateless(server, "tools/sing", "{}"), 404, -32601);
    assertRefused(Http.stateless(server, "tools/call", "{\"name\": \"unknown\"}"), 200, -32602);
  }

  @Test
  void rejectsGet() throws Exception {
    var get = Http.to(server).GET().header(VERSION, "2026-07-28").build();

    assertThat(Http.CLIENT.send(get, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
  }

  @Test
  void sendsLogMessagesOnlyWithLogLevel() throws Exception {
    server.tool("chatty").returns(FakeResult.text("done").afterLog("warning", "careful"));

    var quiet = Http.stateless(server, "tools/call", "{\"name\": \"chatty\"}");
    var loud =
        Http.stateless(
            server,
            "tools/call",
            "{\"name\": \"chatty\", \"_meta\": {\"io.modelcontextprotocol/logLevel\": \"info\"}}");

    assertThat(quiet.body()).doesNotContain("careful");
    assertThat(loud.body()).contains("careful");
  }

  /** A handler that runs until it is canceled ends with its server, whose client may still wait. */
  @Test
  void closingServerCancelsCallsInProgress() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    server
        .tool("busy")
        .handler(
            call -> {
              started.countDown();
              while (!call.isCancelled()) {
                Thread.onSpinWait();
              }
              ended.countDown();
              return FakeResult.never();
            });
    String body = Messages.stateless(1, "tools/call", "{\"name\": \"busy\"}");
    Http.CLIENT.sendAsync(
        Http.to(server).POST(BodyPublishers.ofString(body)).headers(Messages.headers(body)).build(),
        BodyHandlers.discarding());
    started.await();

    server.close();

    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(server.cancelled()).as("by the client").isEmpty();
  }

  @Test
  void treatsClosedStreamAsCancellation() throws Exception {
    server.tool("never").neverAnswers();
    var call =
        Http.to(server)
            .headers(VERSION, "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "never")
            .POST(
                BodyPublishers.ofString(
                    Messages.stateless(1, "tools/call", "{\"name\": \"never\"}")))
            .build();
    var answer = Http.CLIENT.sendAsync(call, BodyHandlers.ofString());
    server.awaitReceived("tools/call", Duration.ofSeconds(60));

    answer.cancel(true);

    assertThat(server.awaitCancelled("tools/call", Duration.ofSeconds(60)).id().value())
        .isEqualTo(1L);
  }

  @Test
  void sendsChangesUntilSubscriptionEnds() throws Exception {
    var listen =
        Http.to(server)
            .headers(VERSION, "2026-07-28", "Mcp-Method", "subscriptions/listen")
            .POST(
                BodyPublishers.ofString(
                    Messages.stateless(
                        "L1",
                        "subscriptions/listen",
                        "{\"notifications\": {\"toolsListChanged\": true, \"promptsListChanged\": true}}")))
            .build();
    var data =
        Http.CLIENT
            .send(listen, BodyHandlers.ofLines())
            .body()
            .filter(l -> l.startsWith("data: "))
            .iterator();
    assertThat(data.next())
        .contains("notifications/subscriptions/acknowledged", "subscriptionId\":\"L1\"")
        .contains("{\"toolsListChanged\":true}");

    server.announceToolsChanged();
    assertThat(data.next()).contains("notifications/tools/list_changed", "subscriptionId\":\"L1\"");

    server.subscriptions().end();
    assertThat(data.next()).contains("\"id\":\"L1\"", "\"resultType\":\"complete\"");
    assertThat(data.hasNext()).isFalse();
  }

  @Test
  void requestsInputAndReceivesItInNextRound() throws Exception {
    server
        .tool("refund")
        .handler(
            c ->
                c.inputResponses().has("confirm")
                    ? FakeResult.text(c.requestState() + c.inputResponses().toJson())
                    : FakeResult.inputRequired(
                        "{\"confirm\": {\"method\": \"roots/list\"}}", "opaque"));

    var first = Http.stateless(server, "tools/call", "{\"name\": \"refund\"}");
    var second =
        Http.stateless(
            server,
            "tools/call",
            "{\"name\": \"refund\", \"requestState\": \"opaque\", \"inputResponses\": {\"confirm\": {\"roots\": []}}}");

    assertThat(first.body())
        .contains("\"resultType\":\"input_required\"", "\"requestState\":\"opaque\"");
    assertThat(second.body()).contains("opaque{", "\"resultType\":\"complete\"");
  }

  private static void assertRefused(HttpResponse<String> answer, int status, int code) {
    assertThat(Http.json(answer).object("error").integer("code")).as(answer.body()).isEqualTo(code);
    assertThat(answer.statusCode()).isEqualTo(status);
  }
}
