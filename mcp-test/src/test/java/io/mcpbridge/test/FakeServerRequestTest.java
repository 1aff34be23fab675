package io.mcpbridge.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcError;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.test.exchange.FakeServerRequest;
import io.mcpbridge.test.exchange.PendingServerRequest;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Server requests to the client, up to 2025-11-25. */
class FakeServerRequestTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String EVERYTHING =
      "{\"roots\": {}, \"sampling\": {\"tools\": {}}, \"elicitation\": {\"form\": {}, \"url\":"
          + " {}}}";
  private static final String FORM =
      """
      {"type": "object", "required": ["name"], "properties": {
        "name": {"type": "string", "minLength": 2},
        "age": {"type": "integer", "minimum": 18},
        "size": {"type": "string", "enum": ["S", "M"]},
        "tags": {"type": "array", "maxItems": 1, "items": {"anyOf": [{"const": "a"}]}},
        "ok": {"type": "boolean"}}}
      """;

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void sendsRequestsDuringCall(Wire.Kind kind) throws Exception {
    server
        .tool("curious")
        .handler(
            call -> {
              String roots = call.ask(FakeServerRequest.roots()).toString();
              return FakeResult.text(roots + call.ask(FakeServerRequest.sampling("2 + 2?", 10)));
            });
    try (Wire client = kind.to(server)) {
      client.greet("2025-11-25", EVERYTHING);

      client.send(Messages.request(1, "tools/call", "{\"name\": \"curious\"}"));
      JsonObject roots = client.receive();
      assertThat(roots.string("method")).isEqualTo("roots/list");
      client.answer(roots, "{\"roots\": [{\"uri\": \"file:///home\"}]}");
      JsonObject sampling = client.receive();
      assertThat(sampling.toJson()).contains("sampling/createMessage", "2 + 2?");
      client.answer(
          sampling,
          "{\"role\": \"assistant\", \"model\": \"m\", \"content\": {\"type\": \"text\", \"text\":"
              + " \"4\"}}");

      assertThat(client.receive().toJson()).contains("\"id\":1", "file:///home", "assistant");
    }
    assertThat(server.violations()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void sendsRequestsOutsideCalls(Wire.Kind kind) throws Exception {
    FutureTask<JsonRpcResponse> answer =
        new FutureTask<>(() -> server.ask(FakeServerRequest.ping(), LIMIT));
    new Thread(answer, "asking").start();
    try (Wire client = kind.to(server)) {
      client.greet("2025-11-25", "{}");

      JsonObject ping = client.receive();
      assertThat(ping.string("method")).isEqualTo("ping");
      client.answer(ping, "{}");

      assertThat(answer.get().result()).isEqualTo(JsonObject.empty());
    }
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void failsWithoutSessionStreamOrResponse() throws Exception {
    assertThatThrownBy(() -> server.ask(FakeServerRequest.ping(), Duration.ofMillis(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no client has opened a session");
    Http.session(server);
    assertThatThrownBy(() -> server.ask(FakeServerRequest.ping(), Duration.ofMillis(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("opened no stream");
    try (Wire client = Wire.Kind.IN_PROCESS.to(server)) {
      client.greet("2025-11-25", "{}");
      assertThatThrownBy(() -> server.ask(FakeServerRequest.ping(), Duration.ofMillis(1)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("ping was not answered within");
    }
  }

  @Test
  void acceptsSessionlessResponseFromAnyConnection() throws Exception {
    server.http().withoutSessions();
    server.tool("t").handler(call -> FakeResult.text("" + call.ask(FakeServerRequest.ping())));
    var request =
        Http.to(server)
            .POST(
                java.net.http.HttpRequest.BodyPublishers.ofString(
                    Messages.request(1, "tools/call", "{\"name\": \"t\"}")))
            .build();

    try (Events events =
        new Events(Http.CLIENT.send(request, java.net.http.HttpResponse.BodyHandlers.ofLines()))) {
      assertThat(events.next().data()).contains("ping");
      Http.post(server, "{\"jsonrpc\": \"2.0\", \"id\": \"server-1\", \"result\": {}}");
      assertThat(events.next().data()).contains("\"id\":1");
    }
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void usesNumericIdsAndCancelsRequest() throws Exception {
    server.askingWithNumbers();
    try (Wire client = Wire.Kind.IN_PROCESS.to(server)) {
      client.greet("2025-11-25", "{}");

      PendingServerRequest question = server.sendRequest(FakeServerRequest.ping(), LIMIT);
      assertThat(client.receive().get("id")).isEqualTo(1);
      question.cancel("too slow");

      assertThat(client.receive().toJson())
          .contains("notifications/cancelled", "\"requestId\":1", "too slow");
      assertThat(question.isAnswered()).isFalse();
    }
  }

  @Test
  void sendsElicitationComplete() throws Exception {
    server
        .tool("pay")
        .returns(
            FakeResult.urlElicitationRequired(
                FakeServerRequest.url("Please pay", "https://pay.example/1", "e-1")));
    try (Wire client = Wire.Kind.STDIO.to(server)) {
      client.greet("2025-11-25", EVERYTHING);

      JsonObject error = client.ask(1, "tools/call", "{\"name\": \"pay\"}").object("error");
      assertThat(error.integer("code")).isEqualTo(-32042);
      assertThat(error.object("data").list("elicitations").toString())
          .contains("mode=url", "elicitationId=e-1", "url=https://pay.example/1", "Please pay");
      server.announceElicitationComplete("e-1");
      assertThat(client.receive().toJson())
          .contains("notifications/elicitation/complete", "\"elicitationId\":\"e-1\"");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"action\": \"accept\", \"content\": {\"name\": \"Bo\", \"age\": 18, \"tags\": [\"a\"]}}"
            + " | ''",
        "{\"action\": \"decline\"} | ''",
        "{\"action\": \"cancel\", \"content\": {}} | only an accepted form",
        "{\"action\": \"yes\"} | no action",
        "{\"action\": \"accept\"} | lacks the required name",
        "{\"action\": \"accept\", \"content\": {\"name\": \"B\"}} | has a name that does not match",
        "{\"action\": \"accept\", \"content\": {\"name\": 7}} | has a name that does not match",
        "{\"action\": \"accept\", \"content\": {\"name\": \"Bo\", \"age\": 17}} | has a age",
        "{\"action\": \"accept\", \"content\": {\"name\": \"Bo\", \"age\": 18.5}} | has a age",
        "{\"action\": \"accept\", \"content\": {\"name\": \"Bo\", \"size\": \"L\"}} | has a size",
        "{\"action\": \"accept\", \"content\": {\"name\": \"Bo\", \"tags\": [\"b\"]}} | has a tags",
        "{\"action\": \"accept\", \"content\": {\"name\": \"Bo\", \"tags\": [\"a\", \"a\"]}} | has"
            + " a tags",
        "{\"action\": \"accept\", \"content\": {\"name\": \"Bo\", \"ok\": \"no\"}} | has a ok",
        "{\"action\": \"accept\", \"content\": {\"name\": \"Bo\", \"x\": 1}} | not requested"
      })
  void looksAtTheAnswersToForms(String answer, String violation) throws Exception {
    check(FakeServerRequest.form("Who?", FORM), EVERYTHING, answer, violation);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "roots/list | {\"roots\": []} | ''",
        "roots/list | {} | has no array roots",
        "roots/list | {\"roots\": [{\"uri\": \"https://x\"}]} | without a file:// uri",
        "sampling/createMessage | {\"role\": \"assistant\", \"model\": \"m\", \"content\":"
            + " [{\"type\": \"text\", \"text\": \"x\"}]} | ''",
        "sampling/createMessage | {\"model\": \"m\", \"content\": {\"type\": \"text\"}} | has no"
            + " role",
        "sampling/createMessage | {\"role\": \"assistant\", \"content\": {\"type\": \"text\"}} | no"
            + " model",
        "sampling/createMessage | {\"role\": \"assistant\", \"model\": \"m\", \"content\": \"x\"} |"
            + " not a block",
        "ping | {} | ''"
      })
  void looksAtOtherAnswers(String method, String answer, String violation) throws Exception {
    check(FakeServerRequest.of(method), EVERYTHING, answer, violation);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | has not declared elicitation.url",
        "{\"elicitation\": {}} | has not declared elicitation.url",
        "{\"elicitation\": {\"url\": {}}} | ''"
      })
  void mayAskWhatWasNotDeclaredButThenWantsARefusal(String declared, String violation)
      throws Exception {
    FakeServerRequest url = FakeServerRequest.url("Go", "https://x.example", "1");

    check(url, declared, "{\"action\": \"accept\"}", violation);
  }

  @Test
  void treatsEmptyElicitationCapabilityAsFormMode() throws Exception {
    FakeServerRequest form = FakeServerRequest.form("Who?", "{\"type\": \"object\"}");

    check(form, "{\"elicitation\": {}}", "{\"action\": \"cancel\"}", "");
    check(
        form,
        "{\"elicitation\": {\"url\": {}}}",
        "{\"action\": \"cancel\"}",
        "has not declared elicitation.form");
    check(
        FakeServerRequest.sampling("x", 1).with("tools", "[]"),
        "{\"sampling\": {}}",
        "{\"role\": \"assistant\", \"model\": \"m\", \"content\": []}",
        "has not declared sampling.tools");
  }

  @Test
  void recordsRejectionWithWrongErrorCode() throws Exception {
    try (Wire client = Wire.Kind.IN_PROCESS.to(server)) {
      client.greet("2025-11-25", "{\"sampling\": {}}");
      server.sendRequest(FakeServerRequest.roots(), LIMIT);
      client.refuse(client.receive(), JsonRpcError.METHOD_NOT_FOUND);
      server.sendRequest(FakeServerRequest.sampling("x", 1), LIMIT);
      client.refuse(client.receive(), -1);
      assertThat(server.violations()).isEmpty();

      server.sendRequest(FakeServerRequest.roots(), LIMIT);
      client.refuse(client.receive(), -1);
      assertThat(server.violations()).singleElement().asString().contains("for lack of roots");
    }
  }

  @Test
  void recordsDuplicateAndUnexpectedResponses() throws Exception {
    try (Wire client = Wire.Kind.IN_PROCESS.to(server)) {
      client.greet("2025-11-25", "{}");
      server.sendRequest(FakeServerRequest.ping(), LIMIT);
      JsonObject ping = client.receive();

      client.answer(ping, "{}");
      client.answer(ping, "{}");
      client.answer(ping.with("id", "unknown"), "{}");
    }
    assertThat(server.violations())
        .satisfiesExactly(
            second -> assertThat(second).contains("a second response to ping"),
            violation -> assertThat(violation).contains("that the server did not send"));
  }

  private void check(FakeServerRequest question, String declared, String answer, String violation)
      throws Exception {
    server.clearReceived();
    try (Wire client = Wire.Kind.IN_PROCESS.to(server)) {
      client.greet("2025-11-25", declared);
      PendingServerRequest pending = server.sendRequest(question, LIMIT);
      client.answer(client.receive(), answer);
      pending.await(LIMIT);
    }
    if (violation.isEmpty()) {
      assertThat(server.violations()).isEmpty();
    } else {
      assertThat(server.violations()).singleElement().asString().contains(violation);
    }
  }
}
