package io.mcpbridge.internal.http.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.http.Answer;
import io.mcpbridge.transport.http.HttpTest;
import io.mcpbridge.transport.http.ScriptedServer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of 2025-03-26 to 2025-11-25, and their absence. */
class SessionTest extends HttpTest {

  private static final String ID = "Mcp-Session-Id";

  private static void initializeOr(
      ScriptedServer.Script script, ScriptedServer.Request request, Answer answer)
      throws Exception {
    if (request.body().contains("\"initialize\"")) {
      answer.json(200, Answer.result(request.id()), ID + ": s3ss10n");
    } else {
      script.answer(request, answer);
    }
  }

  private void session(ScriptedServer.Script script) throws Exception {
    connect(
        ChannelMode.SESSION,
        (request, answer) -> {
          if (request.method().equals("DELETE") || request.method().equals("GET")) {
            answer.respond(405, null, "");
          } else {
            initializeOr(script, request, answer);
          }
        });
    response(request("initialize"));
    assertThat(server.received().header(ID)).isNull();
  }

  @Test
  void sendsSessionIdAfterInitialize() throws Exception {
    session(
        (request, answer) -> {
          if (request.body().contains("notifications/")) {
            answer.accepted();
          } else {
            answer.json(200, Answer.result(request.id()), ID + ": another");
          }
        });

    channel.send(
        Outbound.of(
                notice("notifications/initialized").message(),
                Map.of("MCP-Protocol-Version", "2025-11-25"))
            .as(Outbound.Part.OPENED),
        soon());
    response(call());
    response(call());
    channel.close();
    channel.close();

    for (int i = 0; i < 4; i++) {
      assertThat(server.received().header(ID)).isEqualTo("s3ss10n");
    }
    ScriptedServer.Request delete = server.received();
    assertThat(delete.method()).isEqualTo("DELETE");
    assertThat(delete.header(ID)).isEqualTo("s3ss10n");
    assertThat(delete.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
    assertThat(server.hasNoMoreRequests()).isTrue();
  }

  @Test
  void initializeOmitsPreviousSessionId() throws Exception {
    session((request, answer) -> answer.result(request));

    response(request("initialize"));

    assertThat(server.received().header(ID)).isNull();
  }

  @Test
  void statelessChannelIgnoresSessionId() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> initializeOr((r, a) -> a.result(r), request, answer));

    response(request("initialize"));
    response(call());
    channel.close();

    assertThat(server.received().header(ID)).isNull();
    assertThat(server.received().header(ID)).isNull();
    assertThat(server.hasNoMoreRequests()).as("no DELETE").isTrue();
  }

  @Test
  void sendsNoDeleteWithoutSession() throws Exception {
    connect(ChannelMode.SESSION, (request, answer) -> answer.result(request));

    response(request("initialize"));
    channel.close();

    server.received();
    assertThat(server.hasNoMoreRequests()).isTrue();
  }

  @Test
  void ignoresSessionIdOfErrorResponse() throws Exception {
    connect(
        ChannelMode.SESSION,
        (request, answer) -> {
          if (request.body().contains("\"initialize\"")) {
            answer.json(
                400,
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"\"}}",
                ID + ": x");
          } else {
            answer.result(request);
          }
        });

    response(request("initialize"));
    response(call());

    server.received();
    assertThat(server.received().header(ID)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"two words", "caf\u00e9", "tab\there"})
  void rejectsInvalidSessionId(String id) throws Exception {
    connect(
        ChannelMode.SESSION,
        (request, answer) -> answer.json(200, Answer.result(request.id()), ID + ": " + id));

    assertThatThrownBy(() -> response(request("initialize")))
        .isInstanceOf(McpProtocolException.class)
        .hasMessageContaining("session id")
        .message()
        .doesNotContain(id);
  }

  @ParameterizedTest
  @CsvSource({
    "404, ''",
    "404, '{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32001,\"message\":\"Session not"
        + " found\"}}'",
    "400, Unknown SESSION id",
    "400, '{\"jsonrpc\":\"2.0\",\"id\":\"server-error\",\"error\":{\"code\":-32600,\"message\":\"no"
        + " valid session ID\"}}'",
    "400, '{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"Bad Request: No valid"
        + " session ID provided\"}}'",
    "400, '{\"error\":{\"code\":-32000,\"message\":\"Bad Request: No valid session ID"
        + " provided\"}}'",
    "400, '{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32001,\"message\":\"Mcp-Session-Id"
        + " expired\"}}'",
    "400, '{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"Bad Request:"
        + " Server not initialized\"}}'",
  })
  void reportsSessionLost(int status, String body) throws Exception {
    session((request, answer) -> answer.json(status, body));

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpSessionLostException.class)
        .hasMessageContaining("tools/call to " + server.url())
        .message()
        .doesNotContain("s3ss10n");
    assertThatThrownBy(() -> channel.send(notice("notifications/x"), soon()))
        .isInstanceOf(McpSessionLostException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "-32602, session is required",
    "-32603, the session store is down",
    "-32601, no method session/list",
    "-32600, get_sessions needs an object",
    "-32000, too many calls",
    "-32603, not initialized",
  })
  void anotherErrorIsNotALostSession(int code, String message) throws Exception {
    session(
        (request, answer) ->
            answer.json(
                400,
                "{\"jsonrpc\":\"2.0\",\"id\":"
                    + request.id()
                    + ",\"error\":{\"code\":"
                    + code
                    + ",\"message\":\""
                    + message
                    + "\"}}"));

    assertThat(response(call()).error().code()).isEqualTo(code);
  }

  @Test
  void doesNotDeleteExpiredSession() throws Exception {
    session((request, answer) -> answer.respond(404, null, ""));

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> response(call())).isInstanceOf(McpSessionLostException.class);
      assertThat(server.received().header(ID))
          .as("so that every call reports the lost session")
          .isEqualTo("s3ss10n");
    }
    channel.close();

    assertThat(server.hasNoMoreRequests()).as("no DELETE").isTrue();
  }

  @Test
  void http404WithoutSessionIdIsNotSessionExpired() throws Exception {
    connect(ChannelMode.SESSION, (request, answer) -> answer.respond(404, null, "session"));

    assertThatThrownBy(() -> response(call())).isNotInstanceOf(McpSessionLostException.class);
  }

  @Test
  void changingModeDropsSessionAndReusesConnection() throws Exception {
    session((request, answer) -> answer.result(request));

    channel.speak(ChannelMode.STATELESS);
    response(call());

    assertThat(server.received().header(ID)).isNull();
    assertThat(server.connections()).isEqualTo(1);
    channel.close();
    assertThat(channel.isOpen()).isFalse();
    assertThatThrownBy(() -> channel.exchange(call(), soon()))
        .isInstanceOf(McpConnectException.class)
        .hasMessageContaining("tools/call to " + server.url() + " was not sent")
        .hasMessageContaining("the channel was closed");
  }

  @Test
  void closingDeletesSessionOpenedOnStatelessChannel() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> initializeOr((r, a) -> a.respond(500, null, ""), request, answer));
    channel.speak(ChannelMode.SESSION);
    Outbound initialize = request("initialize");
    try (Exchange exchange = channel.exchange(initialize, soon())) {
      exchange.next(soon());
    }
    server.received();

    channel.close();

    ScriptedServer.Request delete = server.received();
    assertThat(delete.method()).isEqualTo("DELETE");
    assertThat(delete.header(ID)).isEqualTo("s3ss10n");
    channel.close();
    assertThat(server.hasNoMoreRequests()).isTrue();
  }

  @Test
  void closingTimesOutIfServerIgnoresDelete() throws Exception {
    connect(
        ChannelMode.SESSION,
        (request, answer) -> {
          if (request.method().equals("DELETE")) {
            answer.awaitClosed();
          } else {
            initializeOr((r, a) -> a.result(r), request, answer);
          }
        });
    response(request("initialize"));

    long start = System.nanoTime();
    channel.close();

    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(1_900_000_000L);
  }
}
