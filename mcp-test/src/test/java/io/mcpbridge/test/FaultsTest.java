package io.mcpbridge.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.exchange.Latch;
import io.mcpbridge.test.exchange.ResponseFormat;
import io.mcpbridge.test.exchange.SseFormat;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultsTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void injectsFaultsOnceAndInOrder() throws Exception {
    server.injectNext(Faults.httpStatus(503), Faults.httpStatus(429));

    assertThat(list().statusCode()).isEqualTo(503);
    assertThat(list().statusCode()).isEqualTo(429);
    assertThat(list().statusCode()).isEqualTo(200);
  }

  @Test
  void injectsFaultsForOneMethod() throws Exception {
    server.inject("tools/call", Faults.httpStatus(500, "text/plain", "oops"));

    assertThat(list().statusCode()).isEqualTo(200);
    var call = Http.stateless(server, "tools/call", "{\"name\": \"x\"}");
    assertThat(call.statusCode()).isEqualTo(500);
    assertThat(call.body()).isEqualTo("oops");
    server.clearFaults();
    assertThat(Http.stateless(server, "tools/call", "{\"name\": \"x\"}").statusCode())
        .isEqualTo(200);
  }

  @Test
  void injectsFaultsForNotifications() throws Exception {
    String session = Http.session(server);
    server.injectNext("notifications/cancelled", Faults.httpStatus(500));

    var answer =
        Http.inSession(server, session, Messages.notification("notifications/cancelled", "{}"));

    assertThat(answer.statusCode()).isEqualTo(500);
  }

  @Test
  void sendsHtmlStatusesErrorsAndRawMessages() throws Exception {
    server.injectNext(
        Faults.html(),
        Faults.httpStatus(401, Map.of("WWW-Authenticate", "Bearer"), ""),
        Faults.error(400, -32000, "Bad Request"),
        serverTurn -> serverTurn.respond("{\"id\": 1}"));

    assertThat(list().headers().firstValue("Content-Type")).hasValue("text/html");
    assertThat(list().headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
    HttpResponse<String> refused = list();
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(Http.json(refused).integer("id")).isEqualTo(1);
    assertThat(Http.json(refused).object("error").integer("code")).isEqualTo(-32000);
    assertThat(list().body()).isEqualTo("{\"id\":1}");
  }

  @Test
  void corruptsResponses() throws Exception {
    server.injectNext(
        ProtocolFaults.wrongId(),
        ProtocolFaults.bothResultAndError(),
        Faults.error(-32603, "no"),
        ProtocolFaults.huge(100_000));

    JsonObject wrongId = Http.json(list());
    assertThat(wrongId.string("id")).isEqualTo("unknown-id");
    assertThat(wrongId.object("result").has("tools")).isTrue();
    JsonObject resultAndError = Http.json(list());
    assertThat(resultAndError.has("result") && resultAndError.has("error")).isTrue();
    JsonObject error = Http.json(list());
    assertThat(error.has("result")).isFalse();
    assertThat(error.integer("id")).isEqualTo(1);
    assertThat(list().body()).hasSizeGreaterThan(100_000);
  }

  @Test
  void sendsDuplicateMissingAndBatchedResponses() throws Exception {
    server.injectNext(
        ProtocolFaults.twice(), ProtocolFaults.streamWithoutResponse(), ProtocolFaults.batched());

    assertThat(list().body().split("data: ")).hasSize(3);
    HttpResponse<String> emptyStream = list();
    assertThat(emptyStream.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    assertThat(emptyStream.body()).isEmpty();
    assertThat(list().body()).startsWith("[{");
  }

  @Test
  void breaksConnection() {
    server.injectNext(Faults.disconnect(), ProtocolFaults.cutStream());

    assertThatThrownBy(this::list).isInstanceOf(IOException.class);
    assertThatThrownBy(this::list).isInstanceOf(IOException.class);
    assertThat(server.cancelled()).isEmpty();
  }

  @Test
  void cutsStreamAfterEvent() {
    server
        .tool("half")
        .handler(
            call -> {
              call.notify(
                  "notifications/message", JsonObject.of(Map.of("level", "info", "data", "x")));
              server.disconnectAll();
              return FakeResult.text("never seen");
            });

    assertThatThrownBy(() -> Http.stateless(server, "tools/call", "{\"name\": \"half\"}"))
        .isInstanceOf(IOException.class);
    assertThat(server.cancelled()).isEmpty();
  }

  @Test
  void delaysResponseUntilLatchOpens() throws Exception {
    Latch latch = new Latch();
    server.injectNext(Faults.waitFor(latch));

    CompletableFuture<Integer> status =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return list().statusCode();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    latch.awaitArrival(SOON);
    assertThat(status).isNotDone();
    latch.open();

    assertThat(status.get()).isEqualTo(200);
  }

  @Test
  void withholdsResponse() throws Exception {
    server.injectNext(Faults.silence());
    var request =
        Http.to(server)
            .headers("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list")
            .POST(
                java.net.http.HttpRequest.BodyPublishers.ofString(
                    Messages.stateless(1, "tools/list", "{}")))
            .build();

    var answer = Http.CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString());

    server.awaitReceived("tools/list", SOON);
    assertThat(answer).isNotDone();
    assertThat(answer.cancel(true)).isTrue();
    server.awaitCancelled("tools/list", SOON);
  }

  @Test
  void forgottenSessionReturns404() throws Exception {
    String session = Http.session(server);
    server.injectNext(Faults.forgetSessions());

    assertThat(Http.inSession(server, session, Messages.request(1, "ping", "{}")).statusCode())
        .isEqualTo(404);
  }

  @Test
  void stoppedEndpointRefusesAndRestartsOnSamePort() throws Exception {
    int port = server.http().port();

    server.http().stop();
    assertThatThrownBy(() -> new Socket("127.0.0.1", port)).isInstanceOf(ConnectException.class);

    server.http().start();
    assertThat(server.http().port()).isEqualTo(port);
    assertThat(list().statusCode()).isEqualTo(200);
  }

  /** An accepting thread keeps a socket open for a moment after it was closed. */
  @Test
  void stopClosesPortBeforeReturning() {
    int port = server.http().port();
    for (int i = 0; i < 200; i++) {
      server.http().stop();
      assertThatThrownBy(() -> new Socket("127.0.0.1", port)).isInstanceOf(ConnectException.class);
      server.http().start();
      server.http().stop();
      server.http().start();
    }
  }

  /** As another program of the machine would try to get it, or be assigned it. */
  @Test
  void stoppedEndpointKeepsItsPort() throws Exception {
    int port = server.http().port();
    server.http().stop();

    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(false);
      assertThatThrownBy(
              () -> socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)))
          .isInstanceOf(BindException.class);
    }

    server.http().start();
    assertThat(list().statusCode()).isEqualTo(200);
  }

  @Test
  void formatsEventStreamAsConfigured() throws Exception {
    server.http().answering(ResponseFormat.EVENT_STREAM);
    server.http().spelling(SseFormat.terse());
    assertThat(list().body()).startsWith("data:{").endsWith("}\n\n");

    server.http().spelling(SseFormat.verbose());
    assertThat(list().body())
        .startsWith("id: 0\r\ndata:\r\n\r\n: still here\r\n\r\nevent: message\r\ndata: {")
        .endsWith("}\r\n\r\n");
  }

  @Test
  void respondsInJsonIfConfigured() throws Exception {
    server.http().answering(ResponseFormat.JSON);
    server.tool("p").returns(FakeResult.text("x").afterProgress(1, null, null));

    var answer =
        Http.stateless(
            server, "tools/call", "{\"name\": \"p\", \"_meta\": {\"progressToken\": 1}}");

    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(server.received("tools/call")).hasSize(1);
    assertThat(List.of(answer.body().split("\n"))).hasSize(1);
  }

  private HttpResponse<String> list() throws IOException, InterruptedException {
    return Http.stateless(server, "tools/list", "{}");
  }
}
