package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.internal.message.RequestIds;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Transport;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server, or a proxy in front of it, sends unsolicited responses. None of them reaches another
 * call, least of all another user's, and the connection is not reused.
 */
class UnsolicitedResponseTest extends HttpTest {

  private static final ThreadLocal<String> USER = new ThreadLocal<>();

  private static final Credentials OF_THE_USER =
      new Credentials() {
        @Override
        public Map<String, String> headersFor(OutgoingRequest request) {
          String user = USER.get();
          return user == null ? Map.of() : Map.of("Authorization", "Bearer " + user);
        }

        @Override
        public Object principal() {
          return USER.get();
        }
      };

  /** The form of a response. */
  private enum Form {
    JSON {
      @Override
      String of(String message, String... headers) {
        return head("application/json", headers)
            + "Content-Length: "
            + message.length()
            + "\r\n\r\n"
            + message;
      }
    },
    SSE {
      @Override
      String of(String message, String... headers) {
        String event = "event: message\ndata: " + message + "\n\n";
        return head("text/event-stream", headers)
            + "Transfer-Encoding: chunked\r\n\r\n"
            + Integer.toHexString(event.length())
            + "\r\n"
            + event
            + "\r\n0\r\n\r\n";
      }
    };

    abstract String of(String message, String... headers);

    private static String head(String type, String... headers) {
      String extraHeaders = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
      return "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n" + extraHeaders;
    }
  }

  static Stream<Arguments> erasAndForms() {
    return Stream.of("2025-11-25", "2026-07-28")
        .flatMap(version -> Stream.of(Form.values()).map(form -> Arguments.of(version, form)));
  }

  /** An MCP server whose only tool returns its caller. */
  private static final class WhoamiServer {

    private final Form form;
    private final Set<Integer> outOfStep = ConcurrentHashMap.newKeySet();

    WhoamiServer(Form form) {
      this.form = form;
    }

    /** The correct response; {@code null} for a notification. */
    String answer(ScriptedServer.Request request) {
      if (!request.method().equals("POST")) {
        // so that there is only one connection, which each request reuses
        return "HTTP/1.1 405 X\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
      }
      String body = request.body();
      if (!body.contains("\"id\":")) {
        return "HTTP/1.1 202 X\r\nContent-Length: 0\r\n\r\n";
      }
      if (body.contains("\"server/discover\"")) {
        return form.of(
            response(
                request,
                "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
                    + "\"capabilities\":{\"tools\":{}},"
                    + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"},"
                    + "\"ttlMs\":0,\"cacheScope\":\"private\"}"));
      }
      if (body.contains("\"initialize\"")) {
        return form.of(
            response(
                request,
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                    + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"),
            "Mcp-Session-Id: session-of-" + user(request));
      }
      if (body.contains("\"tools/list\"")) {
        return form.of(
            response(
                request,
                "{\"resultType\":\"complete\",\"tools\":[{\"name\":\"whoami\","
                    + "\"inputSchema\":{\"type\":\"object\"}}],"
                    + "\"ttlMs\":0,\"cacheScope\":\"private\"}"));
      }
      return form.of(
          response(
              request,
              "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"private to "
                  + user(request)
                  + "\"}]}"));
    }

    private static String user(ScriptedServer.Request request) {
      String header = request.header("Authorization");
      return header == null ? "unknown" : header.substring("Bearer ".length());
    }

    private static String response(ScriptedServer.Request request, String result) {
      return "{\"jsonrpc\":\"2.0\",\"id\":" + request.id() + ",\"result\":" + result + "}";
    }

    static boolean isCall(ScriptedServer.Request request) {
      return request.body().contains("\"tools/call\"");
    }

    /** Records that a connection must not be reused, and fails if it is. */
    void requireInStep(ScriptedServer.Request request) {
      if (outOfStep.contains(request.connection())) {
        throw new AssertionError("a connection out of step was used again: " + request.body());
      }
    }
  }

  private McpClient client(Transport transport, String version) {
    return McpClient.builder(transport).protocolVersion(version).build();
  }

  private Transport transport() {
    return StreamableHttpTransport.builder(server.uri()).credentials(OF_THE_USER).build();
  }

  private static String whoami(McpClient client, String user) {
    USER.set(user);
    try {
      return client.callTool("whoami").text();
    } finally {
      USER.remove();
    }
  }

  private static void connect(McpClient client, String user) {
    USER.set(user);
    try {
      client.server();
    } finally {
      USER.remove();
    }
  }

  @ParameterizedTest
  @MethodSource("erasAndForms")
  void duplicateResponseReachesNoOtherClient(String version, Form form) throws Exception {
    WhoamiServer whoami = new WhoamiServer(form);
    server =
        new ScriptedServer(
            (request, answer) -> {
              whoami.requireInStep(request);
              String right = whoami.answer(request);
              boolean twice =
                  WhoamiServer.isCall(request) && WhoamiServer.user(request).equals("ann");
              if (twice) {
                whoami.outOfStep.add(request.connection());
              }
              answer.raw(twice ? right + right : right);
            });
    Transport transport = transport();
    try (McpClient ann = client(transport, version);
        McpClient bob = client(transport, version)) {
      connect(ann, "ann");
      connect(bob, "bob");

      for (int i = 0; i < 5; i++) {
        assertThat(whoami(ann, "ann")).isEqualTo("private to ann");
        assertThat(whoami(bob, "bob")).isEqualTo("private to bob");
      }
      assertThat(whoami.outOfStep).as("each a connection of its own").hasSize(5);
    }
  }

  @ParameterizedTest
  @MethodSource("erasAndForms")
  void duplicateResponseReachesNoOtherUserOfSharedClient(String version, Form form)
      throws Exception {
    WhoamiServer whoami = new WhoamiServer(form);
    server =
        new ScriptedServer(
            (request, answer) -> {
              whoami.requireInStep(request);
              String right = whoami.answer(request);
              if (WhoamiServer.isCall(request)) {
                whoami.outOfStep.add(request.connection());
                answer.raw(right + right);
              } else {
                answer.raw(right);
              }
            });
    try (McpClient shared = client(transport(), version)) {
      connect(shared, "ann");

      for (int i = 0; i < 5; i++) {
        assertThat(whoami(shared, "ann")).isEqualTo("private to ann");
        assertThat(whoami(shared, "bob")).isEqualTo("private to bob");
      }
      assertThat(whoami.outOfStep).as("each a connection of its own").hasSize(10);
    }
  }

  /** The connection has no unread data yet when it is reused: only the id reveals the mismatch. */
  @ParameterizedTest
  @MethodSource("erasAndForms")
  void lateDuplicateResponseFailsCallAndReachesNoOtherUser(String version, Form form)
      throws Exception {
    WhoamiServer whoami = new WhoamiServer(form);
    Map<Integer, String> late = new ConcurrentHashMap<>();
    server =
        new ScriptedServer(
            (request, answer) -> {
              whoami.requireInStep(request);
              String right = whoami.answer(request);
              String before = late.remove(request.connection());
              if (before != null) {
                whoami.outOfStep.add(request.connection());
                answer.raw(before);
              } else if (WhoamiServer.isCall(request) && WhoamiServer.user(request).equals("ann")) {
                late.put(request.connection(), right);
              }
              answer.raw(right);
            });
    Transport transport = transport();
    try (McpClient ann = client(transport, version);
        McpClient bob = client(transport, version)) {
      connect(ann, "ann");
      connect(bob, "bob");

      // Which call meets the surplus response depends on which connection is back in the pool by
      // then.
      int refused = 0;
      for (int i = 0; i < 50 && refused < 5; i++) {
        refused += refusals(ann, "ann") + refusals(bob, "bob");
      }
      assertThat(refused).as("calls that met a surplus answer").isGreaterThanOrEqualTo(5);
    }
  }

  /** Calls as this user until the correct response arrives; returns the number of surplus ones. */
  private static int refusals(McpClient client, String user) {
    for (int refused = 0; ; refused++) {
      try {
        assertThat(whoami(client, user)).isEqualTo("private to " + user);
        return refused;
      } catch (McpProtocolException e) {
        assertThat(e).hasMessageContaining("another request");
        assertThat(refused).as("failed calls, one after the other").isLessThan(10);
      }
    }
  }

  @Test
  void doesNotAdoptSessionOfOtherUser() throws Exception {
    WhoamiServer whoami = new WhoamiServer(Form.JSON);
    Map<Integer, String> late = new ConcurrentHashMap<>();
    Set<String> sessions = ConcurrentHashMap.newKeySet();
    server =
        new ScriptedServer(
            (request, answer) -> {
              if (request.header("Mcp-Session-Id") != null) {
                sessions.add(
                    WhoamiServer.user(request) + " in " + request.header("Mcp-Session-Id"));
              }
              String right = whoami.answer(request);
              String before = late.remove(request.connection());
              if (before != null) {
                answer.raw(before);
              } else if (request.body().contains("\"initialize\"")
                  && WhoamiServer.user(request).equals("ann")) {
                late.put(request.connection(), right);
                answer.raw(right);
                return;
              }
              answer.raw(right);
            });
    Transport transport = transport();
    USER.set("ann");
    channel = transport.open(ChannelMode.SESSION, channelListener, soon());
    assertThat(response(request("initialize")).result()).isNotNull();
    try (McpClient bob = client(transport, "2025-11-25")) {
      assertThatThrownBy(() -> connect(bob, "bob"))
          .isInstanceOf(McpProtocolException.class)
          .hasMessageContaining("another request");

      assertThat(whoami(bob, "bob")).isEqualTo("private to bob");
    }
    USER.remove();
    assertThat(sessions).contains("bob in session-of-bob").doesNotContain("bob in session-of-ann");
  }

  /** Statuses without content by RFC 9110 (15.2, 15.3.5, 15.4.5), sent with content. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 204 X\r\nContent-Length: %d\r\n\r\n%s",
        "HTTP/1.1 304 X\r\nContent-Length: %d\r\n\r\n%s",
        "HTTP/1.1 204 X\r\nX-Length: %d\r\n\r\n%s",
        "HTTP/1.1 202 X\r\nContent-Length: 0\r\nX-Length: %d\r\n\r\n%s",
      })
  void bodyOfBodilessResponseAnswersNoRequest(String head) throws Exception {
    Set<Integer> connections = ConcurrentHashMap.newKeySet();
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          if (!connections.add(request.connection())) {
            throw new AssertionError("a connection out of step was used again");
          }
          String another = "{\"jsonrpc\":\"2.0\",\"id\":" + (next(request)) + ",\"result\":{}}";
          String body = Form.JSON.of(another);
          answer.raw(
              request.body().contains("tools/call")
                  ? head.formatted(body.length(), body)
                  : Form.JSON.of(Answer.result(request.id())));
        });

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> response(call())).isInstanceOf(McpException.class);
    }
    assertThat(response(request("ping")).result()).isNotNull();
  }

  private static long next(ScriptedServer.Request request) {
    return Long.parseLong(request.id()) + 1;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n",
        "\r\n",
        "x",
        "HTTP/1.1 202 X\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 500 X\r\nContent-Length: 2\r\n\r\nno",
      })
  void doesNotReuseConnectionWithSurplusBytes(String surplus) throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> answer.raw(Form.JSON.of(Answer.result(request.id())) + surplus));

    for (int i = 1; i <= 5; i++) {
      assertThat(response(call()).result()).isNotNull();
      assertThat(server.connections()).isEqualTo(i);
    }
  }

  /**
   * Servers refuse with ids of their own; an id that the client may have used belongs to that
   * request.
   */
  @ParameterizedTest
  @ValueSource(strings = {"null", "\"server-error\"", "0", "1", "-1"})
  void errorWithUnusedIdAnswersRequest(String id) throws Exception {
    connect(ChannelMode.STATELESS, (request, answer) -> answer.json(400, error(id)));

    assertThat(response(call()).error().message()).isEqualTo("private");
    assertThat(response(call()).error().message()).isEqualTo("private");
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void errorForOtherRequestIsNotDeliveredAndEndsConnection() throws Exception {
    String another = RequestIds.ofConnection().next().toString();
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          if (request.connection() == 1) {
            answer.json(400, error(another));
          } else {
            answer.result(request);
          }
        });

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpProtocolException.class)
        .hasMessageContaining("another request")
        .hasMessageNotContaining("private");
    assertThat(response(call()).result()).isNotNull();
  }

  private static String error(String id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"error\":{\"code\":-32600,\"message\":\"private\"}}";
  }

  /** The response to a notification is an acknowledgment, and no message. */
  @Test
  void responseToNotificationEndsConnection() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          if (request.body().contains("notifications/x")) {
            answer.raw(Form.JSON.of(Answer.result("1")));
          } else {
            answer.result(request);
          }
        });
    assertThat(response(call()).result()).isNotNull();

    channel.send(notice("notifications/x"), soon());

    assertThat(response(call()).result()).isNotNull();
    assertThat(server.connections()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aConnectionThatTheServerHasJustClosedIsNotUsed(boolean reset) throws Exception {
    Set<Integer> used = new HashSet<>();
    CountDownLatch[] closed = {null};
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          if (!used.add(request.connection())) {
            throw new AssertionError("used again");
          }
          answer.result(request);
          if (reset) {
            answer.reset();
          } else {
            answer.close();
          }
          closed[0].countDown();
        });
    for (int i = 1; i <= 20; i++) {
      closed[0] = new CountDownLatch(1);
      assertThat(response(call()).result()).isNotNull();
      closed[0].await();
      awaitNanos(1_000_000);
      assertThat(server.connections()).isEqualTo(i);
    }
  }

  @Test
  void requestIdsOfClientsDiffer() throws Exception {
    List<String> ids = new java.util.concurrent.CopyOnWriteArrayList<>();
    WhoamiServer whoami = new WhoamiServer(Form.JSON);
    server =
        new ScriptedServer(
            (request, answer) -> {
              if (request.body().contains("\"id\":")) {
                ids.add(request.id());
              }
              answer.raw(whoami.answer(request));
            });
    Transport transport = transport();
    for (String version : List.of("2025-11-25", "2026-07-28")) {
      try (McpClient ann = client(transport, version);
          McpClient bob = client(transport, version)) {
        for (int i = 0; i < 20; i++) {
          whoami(ann, "ann");
          whoami(bob, "bob");
        }
      }
    }
    assertThat(ids).hasSizeGreaterThan(80).doesNotHaveDuplicates();
  }
}
