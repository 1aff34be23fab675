package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Exchange;
import java.io.IOException;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The variants of a 2xx response and how they are handled. */
class ResponseTest extends HttpTest {

  private void serverSays(ScriptedServer.Script script) throws IOException {
    connect(ChannelMode.STATELESS, script);
  }

  @Test
  void readsResponseFromJsonBody() throws Exception {
    serverSays((request, answer) -> answer.result(request));

    JsonRpcResponse response = response(request(7, "tools/call"));

    assertThat(response.id()).isEqualTo(RequestId.of(7));
    assertThat(response.result()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/vnd.mcp+json;v=1"
      })
  void parametersAndCaseOfTheContentTypeDoNotMatter(String type) throws Exception {
    serverSays((request, answer) -> answer.respond(200, type, Answer.result(request.id())));

    assertThat(response(call()).result()).isNotNull();
  }

  /** The limits of a message do not cover what precedes it. */
  @ParameterizedTest
  @CsvSource({"250, true", "300, false"})
  void limitsNumberOfHeaders(int headers, boolean taken) throws Exception {
    String[] lines = Collections.nCopies(headers, "X-More: more").toArray(String[]::new);
    serverSays((request, answer) -> answer.json(200, Answer.result(request.id()), lines));

    if (taken) {
      assertThat(response(call()).result()).isNotNull();
    } else {
      assertThatThrownBy(() -> response(call()))
          .isInstanceOf(McpProtocolException.class)
          .hasMessageContaining("header count");
    }
  }

  @Test
  void deliversResponseOfBatchLast() throws Exception {
    serverSays(
        (request, answer) ->
            answer.json(
                200,
                "["
                    + Answer.progress(1)
                    + ","
                    + Answer.result(request.id())
                    + ","
                    + Answer.progress(2)
                    + "]"));

    assertThat(messages(call())).hasSize(3).last().isInstanceOf(JsonRpcResponse.class);
  }

  @Test
  void deliversStreamedMessagesAsTheyArrive() throws Exception {
    var first = new java.util.concurrent.CountDownLatch(1);
    serverSays(
        (request, answer) -> {
          answer.stream();
          answer.event(Answer.progress(1));
          first.await();
          answer.event("{\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"method\":\"ping\"}");
          answer.event(Answer.result(request.id()));
          answer.endOfStream();
        });

    try (Exchange exchange = channel.exchange(call(), soon())) {
      assertThat(exchange.next(soon())).isInstanceOf(JsonRpcNotification.class);
      first.countDown();
      assertThat(exchange.next(soon())).isInstanceOf(JsonRpcRequest.class);
      assertThat(exchange.next(soon())).isInstanceOf(JsonRpcResponse.class);
      assertThatThrownBy(() -> exchange.next(soon())).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void readsBatchFromEvent() throws Exception {
    serverSays(
        (request, answer) -> {
          answer.stream();
          answer.event("[" + Answer.progress(1) + "," + Answer.result(request.id()) + "]");
          answer.endOfStream();
        });

    assertThat(messages(call())).hasSize(2);
  }

  @Test
  void closesStreamThatServerKeepsOpenAfterResponse() throws Exception {
    var closed = new java.util.concurrent.CountDownLatch(1);
    serverSays(
        (request, answer) -> {
          answer.stream();
          answer.event(Answer.result(request.id()));
          answer.awaitClosed();
          closed.countDown();
        });

    assertThat(response(call()).result()).isNotNull();
    assertThat(closed.await(10, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void ignoresStreamedResponseToOtherRequest() throws Exception {
    serverSays(
        (request, answer) -> {
          answer.stream();
          answer.event(Answer.result("99999"));
          answer.event("{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}");
          answer.event(Answer.result(request.id()));
          answer.endOfStream();
        });

    assertThat(messages(request(5, "tools/call"))).hasSize(1);
  }

  @Test
  void acceptsNumericIdReturnedAsString() throws Exception {
    serverSays((request, answer) -> answer.json(200, Answer.result('"' + request.id() + '"')));

    assertThat(response(request(12, "tools/call")).id()).isEqualTo(RequestId.of(12));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"id\":null,", ""})
  void errorWithoutIdAnswersRequest(String id) throws Exception {
    serverSays(
        (request, answer) ->
            answer.json(
                200,
                "{\"jsonrpc\":\"2.0\"," + id + "\"error\":{\"code\":-32700,\"message\":\"no\"}}"));

    JsonRpcResponse response = response(request(3, "tools/call"));

    assertThat(response.error().code()).isEqualTo(-32700);
    assertThat(response.id()).isEqualTo(RequestId.of(3));
  }

  @Test
  void ignoresCommentsAndOtherEvents() throws Exception {
    serverSays(
        (request, answer) -> {
          answer.stream();
          answer.chunk(": hello\n\nid: 1\ndata:\n\n");
          answer.chunk("data: not json\nevent: other\n\n");
          answer.chunk("event: endpoint\ndata: /messages\n\n");
          answer.chunk("data:" + Answer.result(request.id()) + "\nevent:message\nid:2\n\n");
          answer.endOfStream();
        });

    assertThat(messages(call())).hasSize(1);
  }

  /** An HTTP+SSE server may open its stream for any request, and keeps it open. */
  @ParameterizedTest
  @ValueSource(
      strings = {"event: endpoint\ndata: /messages\n\n", "data: /messages\nevent: endpoint\n\n"})
  void rejectsStreamThatBeginsWithEndpointEvent(String first) throws Exception {
    serverSays(
        (request, answer) -> {
          answer.stream();
          answer.chunk(": hello\n\n" + first);
          answer.awaitClosed();
        });

    assertThatThrownBy(() -> messages(call()))
        .isInstanceOf(McpProtocolException.class)
        .hasMessageContaining("HTTP+SSE");
  }

  @Test
  void acceptsLastEventWithoutTrailingBlankLine() throws Exception {
    serverSays(
        (request, answer) -> {
          answer.stream();
          answer.chunk("data: " + Answer.result(request.id()));
          answer.endOfStream();
        });

    assertThat(response(call()).result()).isNotNull();
  }

  @Test
  void reportsIncompleteEventAsConnectionLost() throws Exception {
    serverSays(
        (request, answer) -> {
          answer.stream();
          answer.chunk("data: {\"jsonrpc\":\"2.0\",");
          answer.endOfStream();
        });

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpConnectionLostException.class)
        .hasMessageContaining("event stream ended without the response");
  }

  @Test
  void reportsStreamEndWithoutResponseAsConnectionLost() throws Exception {
    serverSays(
        (request, answer) -> {
          answer.stream();
          answer.event(Answer.progress(1));
          answer.endOfStream();
        });

    try (Exchange exchange = channel.exchange(call(), soon())) {
      exchange.next(soon());
      assertThatThrownBy(() -> exchange.next(soon()))
          .isInstanceOf(McpConnectionLostException.class)
          .hasMessageContaining("tools/call to " + server.url());
      assertThatThrownBy(() -> exchange.next(soon()))
          .isInstanceOf(McpConnectionLostException.class);
    }
  }

  @Test
  void reportsTruncatedBodyAsConnectionLost() throws Exception {
    serverSays(
        (request, answer) -> {
          answer.raw(
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
          answer.close();
        });

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpConnectionLostException.class)
        .hasMessageContaining(server.url());
  }

  @Test
  void reportsCloseWithoutResponseAsConnectionLost() throws Exception {
    serverSays((request, answer) -> answer.close());

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpConnectionLostException.class)
        .hasMessageContaining("without an answer to tools/call");
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void malformedJsonInEventFailsExchange() throws Exception {
    serverSays(
        (request, answer) -> {
          answer.stream();
          answer.event("{broken");
          answer.event(Answer.result(request.id()));
          answer.endOfStream();
        });

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpProtocolException.class)
        .hasMessageContaining("not JSON");
  }

  @Test
  void rejectsJsonBodyWithoutResponse() throws Exception {
    serverSays((request, answer) -> answer.json(200, "[" + Answer.progress(1) + "]"));

    assertThatThrownBy(() -> messages(call()))
        .isInstanceOf(McpProtocolException.class)
        .hasMessageContaining("without the response");
  }

  @Test
  void rejectsJsonResponseToOtherRequest() throws Exception {
    serverSays((request, answer) -> answer.json(200, Answer.result("\"other\"")));

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpProtocolException.class)
        .hasMessageContaining("the response to another request");
  }

  @ParameterizedTest
  @CsvSource({
    "202, , '', no content type",
    "204, , '', no content type",
    "200, application/json, '', 0 bytes",
    "200, text/html, <html>secret</html>, 'text/html, 19 bytes'",
    "200, text/plain, hello, 'text/plain, 5 bytes'",
  })
  void anAnswerWithoutMessageIsAnError(int status, String type, String body, String problem)
      throws Exception {
    serverSays((request, answer) -> answer.respond(status, type, body));

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpProtocolException.class)
        .hasMessageContaining("HTTP status " + status)
        .hasMessageContaining(problem)
        .message()
        .doesNotContain("secret");
  }

  @Test
  void reportsInvalidHttpResponse() throws Exception {
    serverSays(
        (request, answer) -> {
          answer.raw("SSH-2.0-OpenSSH_9.2\r\n\r\n\r\n");
          answer.close();
        });

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpProtocolException.class)
        .hasMessageContaining("not valid HTTP/1.1");
  }

  @Test
  void notificationAcceptsAny2xxStatus() throws Exception {
    serverSays(
        (request, answer) -> {
          switch (request.target()
              + request.body().replaceAll(".*\"method\":\"([^\"]+)\".*", "$1")) {
            case "/mcpaccepted" -> answer.accepted();
            case "/mcpno-content" -> answer.raw("HTTP/1.1 204 No Content\r\n\r\n");
            case "/mcpbare" -> answer.raw("HTTP/1.1 202 Accepted\r\n\r\n");
            default -> answer.respond(200, "text/plain", "thanks");
          }
        });

    for (String method : new String[] {"accepted", "no-content", "other", "bare"}) {
      channel.send(notice(method), soon());
    }

    // the bare 202 declares no length, so only its connection cannot be reused
    assertThat(server.connections()).isEqualTo(1);
  }
}
