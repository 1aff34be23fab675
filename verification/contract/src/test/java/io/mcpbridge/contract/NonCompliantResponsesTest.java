package io.mcpbridge.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.json.Json;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.test.FakeMcpServer;
import io.mcpbridge.test.ProtocolFaults;
import io.mcpbridge.test.exchange.FakeRevisions;
import io.mcpbridge.test.exchange.Fault;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Responses that deviate from JSON-RPC. The client accepts what it can interpret; otherwise only
 * that call fails, and the connection stays usable.
 */
class NonCompliantResponsesTest {

  private static final String CALL = "tools/call";
  private static final String RESULT = "{\"content\":[{\"type\":\"text\",\"text\":\"odd\"}]}";

  private final FakeMcpServer server = FakeMcpServer.create().speaking(FakeRevisions.V2025_11_25);
  private Endpoint endpoint;
  private McpClient client;
  private TransportType type;
  private int sessions = 1;

  @AfterEach
  void theSameSessionServesTheNextCall() {
    try {
      assertThat(client.callTool("fine").text()).isEqualTo("fine");
      assertThat(server.received("initialize")).hasSize(sessions);
    } finally {
      client.close();
      endpoint.close();
      server.close();
    }
  }

  private void connect(TransportType to) {
    type = to;
    server.tool("fine").returns("fine");
    endpoint = type.to(server);
    client =
        McpClient.builder(endpoint.transport())
            .name("fake")
            .timeout(Duration.ofSeconds(10))
            .build();
    client.server();
  }

  /** Exactly this text as the response; {@code $id} is replaced by the request id. */
  private Fault words(String response) {
    return serverTurn -> {
      String text = response.replace("$id", Json.write(serverTurn.received().id().value()));
      if (type == TransportType.STDIO) {
        serverTurn.raw(text + "\n");
      } else if (type == TransportType.HTTP_EVENT_STREAM) {
        serverTurn.raw("data: " + text + "\n\n");
        serverTurn.closeStream();
      } else if (type == TransportType.HTTP_SSE) {
        serverTurn.raw("data: " + text + "\n\n");
      } else {
        serverTurn.http(200, Map.of("Content-Type", "application/json"), text);
      }
    };
  }

  private String answeredWith(String response) {
    server.injectNext(CALL, words(response));
    return client.callTool("fine").text();
  }

  private McpErrorResponseException refusedWith(String error) {
    server.injectNext(CALL, words("{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":" + error + "}"));
    return catchThrowableOfType(McpErrorResponseException.class, () -> client.callTool("fine"));
  }

  @ParameterizedTest
  @EnumSource(names = "IN_PROCESS", mode = EnumSource.Mode.EXCLUDE)
  void invalidResponseFailsOnlyItsCall(TransportType to) {
    connect(to);

    for (String response :
        new String[] {
          "{\"jsonrpc\":\"2.0\",\"id\":$id}",
          "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{},\"error\":{\"code\":1,\"message\":\"\"}}",
          "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":null}",
          "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":\"done\"}",
          "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":[]}",
          "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":\"no\"}",
        }) {
      server.injectNext(CALL, words(response));
      assertThatThrownBy(() -> client.callTool("fine"))
          .as(response)
          .isInstanceOf(McpProtocolException.class)
          .hasMessageContainingAll("\"fake\"", "tools/call fine", "JSON-RPC message");
    }
  }

  @ParameterizedTest
  @EnumSource(names = "IN_PROCESS", mode = EnumSource.Mode.EXCLUDE)
  void invalidJsonFailsOnlyItsCall(TransportType to) {
    connect(to);

    for (String result :
        new String[] {
          "{\"a\":1,\"a\":2}}",
          "{\"a\":{\"b\":[{\"c\":1,\"c\":1}]}}}",
          "{\"a\":NaN}}",
          "{\"a\":-Infinity}}",
          "{\"a\":+1}}",
          "{'a':1}}",
          "{\"a\":1e99999999999}}",
          "{\"a\":-1.5E+2147483648}}",
          "{\"a\":[1e-99999999999]}}",
          "{\"a\":1e1000000000}}",
          "{\"a\":\"\u0007\"}}",
          "{\"a\":\"\\x\"}}",
          "{}} and more",
          "{",
        }) {
      server.injectNext(CALL, words("{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + result));
      assertThatThrownBy(() -> client.callTool("fine"))
          .as(result)
          .isInstanceOf(McpProtocolException.class)
          .hasMessageContainingAll("\"fake\"", "tools/call fine");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STDIO", "HTTP_SSE"})
  void theAnswerCountsWhateverElseIsInItsBatch(TransportType to) {
    connect(to);

    assertThat(
            answeredWith(
                "[null,7,{},{\"id\":99,\"result\":[]},{\"id\":$id,\"result\":" + RESULT + "}]"))
        .isEqualTo("odd");
  }

  @ParameterizedTest
  @EnumSource(names = {"STDIO", "HTTP_SSE"})
  void aNotificationWithANumberThatOverflowsIsSkipped(TransportType to) {
    connect(to);
    String notification =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
            + "{\"level\":\"info\",\"data\":1e99999999999}}";
    server.injectNext(
        CALL,
        serverTurn -> {
          words(notification).apply(serverTurn);
          serverTurn.answer();
        });

    assertThat(client.callTool("fine").text()).isEqualTo("fine");
  }

  @ParameterizedTest
  @EnumSource(names = "IN_PROCESS", mode = EnumSource.Mode.EXCLUDE)
  void acceptsMalformedButReadableResponses(TransportType to) {
    connect(to);

    assertThat(answeredWith("{\"id\":$id,\"result\":" + RESULT + "}")).isEqualTo("odd");
    assertThat(answeredWith("{\"jsonrpc\":\"1.0\",\"id\":$id,\"result\":" + RESULT + "}"))
        .isEqualTo("odd");
    assertThat(answeredWith("{\"id\":\"$id\",\"result\":" + RESULT + "}")).isEqualTo("odd");
    assertThat(answeredWith("{\"id\":$id.0,\"result\":" + RESULT + "}")).isEqualTo("odd");
    assertThat(answeredWith("{\"id\":$id,\"error\":null,\"result\":" + RESULT + "}"))
        .isEqualTo("odd");
    assertThat(answeredWith("{\"x\":[{}],\"id\":$id,\"result\":" + RESULT + ",\"y\":0}"))
        .isEqualTo("odd");
    assertThat(answeredWith("{\"id\":$id,\"params\":{},\"result\":" + RESULT + "}"))
        .isEqualTo("odd");
  }

  @ParameterizedTest
  @EnumSource(names = "IN_PROCESS", mode = EnumSource.Mode.EXCLUDE)
  void acceptsMalformedErrorObjects(TransportType to) {
    connect(to);

    McpErrorResponseException bare = refusedWith("{}");
    assertThat(bare.code()).isEqualTo(-32603);
    assertThat(bare.serverMessage()).isEmpty();
    assertThat(bare).hasMessageContainingAll("\"fake\"", "tools/call fine", "-32603");
    assertThat(refusedWith("{\"code\":7}").code()).isEqualTo(7);
    assertThat(refusedWith("{\"code\":7.0,\"message\":null}").code()).isEqualTo(7);
    assertThat(refusedWith("{\"code\":\"E_FAIL\",\"message\":\"no\"}").serverMessage())
        .isEqualTo("no");
    for (String code : new String[] {"\"7\"", "7.5", "2147483648", "1e400", "null", "[]"}) {
      assertThat(refusedWith("{\"code\":" + code + "}").code()).as(code).isEqualTo(-32603);
    }
    assertThat(refusedWith("{\"code\":7,\"message\":{\"text\":\"no\"}}").serverMessage()).isEmpty();
    assertThat(refusedWith("{\"code\":7,\"data\":[1,\"x\",null]}").data())
        .isEqualTo(Json.read("[1,\"x\",null]"));
    assertThat(refusedWith("{\"code\":7,\"data\":\"stack trace\"}").data())
        .isEqualTo("stack trace");
    assertThat(refusedWith("{\"code\":7,\"data\":null}").data()).isNull();
  }

  @ParameterizedTest
  @EnumSource(names = "IN_PROCESS", mode = EnumSource.Mode.EXCLUDE)
  void errorWithoutIdFailsCallInFlight(TransportType to) {
    connect(to);

    anErrorWithoutIdEndsTheCall();
  }

  private void anErrorWithoutIdEndsTheCall() {
    for (String id : new String[] {"\"id\":null,", ""}) {
      server.injectNext(
          CALL, words("{" + id + "\"error\":{\"code\":-32700,\"message\":\"what\"}}"));
      assertThatThrownBy(() -> client.callTool("fine"))
          .isInstanceOfSatisfying(
              McpErrorResponseException.class, e -> assertThat(e.code()).isEqualTo(-32700));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STDIO", "HTTP_JSON", "HTTP_EVENT_STREAM"})
  void itBelongsToTheCallAlsoWhereSomethingIsSubscribedTo(TransportType to) {
    server.speaking(FakeRevisions.V2026_07_28);
    sessions = 0;
    connect(to);
    Subscription subscription =
        client.subscribe(SubscriptionFilter.none().withToolsListChanged(), new ChangeListener() {});

    anErrorWithoutIdEndsTheCall();

    assertThat(subscription.acknowledged().toolsListChanged()).isTrue();
    assertThat(server.received("subscriptions/listen")).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(TransportType.class)
  void ignoresDuplicateResponse(TransportType to) {
    connect(to);
    server.injectNext(CALL, ProtocolFaults.twice());

    assertThat(client.callTool("fine").text()).isEqualTo("fine");
  }
}
