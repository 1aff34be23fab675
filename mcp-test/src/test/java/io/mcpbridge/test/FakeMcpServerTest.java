package io.mcpbridge.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.json.JsonObject;
import io.mcpbridge.test.exchange.ReceivedMessage;
import java.io.DataInputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FakeMcpServerTest {

  private final FakeMcpServer server = FakeMcpServer.create();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void listsToolsWithConfiguredFields() throws Exception {
    server
        .tool("t")
        .title("T")
        .description("does t")
        .inputSchema("{\"type\": \"object\", \"$comment\": \"kept\"}")
        .outputSchema("{\"type\": \"object\"}")
        .annotations("{\"readOnlyHint\": true}")
        .with("_meta", "{\"acme/x\": 1}");

    assertThat(tools("{}"))
        .isEqualTo(
            List.of(
                Map.of(
                    "name", "t",
                    "title", "T",
                    "description", "does t",
                    "inputSchema", Map.of("type", "object", "$comment", "kept"),
                    "outputSchema", Map.of("type", "object"),
                    "annotations", Map.of("readOnlyHint", true),
                    "_meta", Map.of("acme/x", 1))));
  }

  @Test
  void paginatesTools() throws Exception {
    Stream.of("a", "b", "c").forEach(server::tool);
    server.pageSize(2);

    JsonObject first = ask("tools/list", "{}").object("result");
    JsonObject second =
        ask("tools/list", "{\"cursor\": \"" + first.string("nextCursor") + "\"}").object("result");

    assertThat(first.list("tools")).hasSize(2);
    assertThat(second.list("tools")).hasSize(1);
    assertThat(second.has("nextCursor")).isFalse();
    assertThat(ask("tools/list", "{\"cursor\": \"nonsense\"}").object("error").integer("code"))
        .isEqualTo(-32602);
  }

  @Test
  void addsAndRemovesToolsAtRuntime() throws Exception {
    server.tool("a");
    assertThat(tools("{}")).hasSize(1);

    server.tool("b");
    server.removeTool("a");

    assertThat(tools("{}").toString()).contains("b").doesNotContain("name=a");
  }

  @Test
  void returnsAllContentTypes() throws Exception {
    server
        .tool("all")
        .returns(
            FakeResult.text("t")
                .andImage(new byte[] {1}, "image/png")
                .andResourceLink("file:///x", "x")
                .andBlock("{\"type\": \"new\", \"x\": 1}")
                .andStructured("[1, null]")
                .with("_meta", "{\"acme/y\": 2}"));
    server.tool("audio").returns(FakeResult.audio(new byte[] {2}, "audio/wav"));
    server.tool("text").returns(FakeResult.resource("file:///x", "text/plain", "hi"));
    server.tool("blob").returns(FakeResult.resource("file:///x", "image/gif", new byte[] {3}));

    JsonObject all = call("all");
    assertThat(all.list("content").toString())
        .contains("type=text", "data=AQ==", "resource_link", "type=new");
    assertThat(all.list("structuredContent")).containsExactly(1, null);
    assertThat(call("audio").toJson()).contains("\"mimeType\":\"audio/wav\"");
    assertThat(call("text").toJson()).contains("\"text\":\"hi\"");
    assertThat(call("blob").toJson()).contains("\"blob\":\"Aw==\"");
  }

  @Test
  void returnsToolAndProtocolErrors() throws Exception {
    server.tool("tool").returns(FakeResult.error("no such city"));
    server.tool("protocol").returns(FakeResult.failure(-32050, "no", "{\"why\": \"so\"}"));
    server
        .tool("bug")
        .handler(
            c -> {
              throw new IllegalStateException("bug");
            });

    assertThat(call("tool").bool("isError")).isTrue();
    assertThat(ask("tools/call", "{\"name\": \"protocol\"}").object("error").toJson())
        .isEqualTo("{\"code\":-32050,\"message\":\"no\",\"data\":{\"why\":\"so\"}}");
    assertThat(ask("tools/call", "{\"name\": \"bug\"}").object("error").integer("code"))
        .isEqualTo(-32603);
  }

  @Test
  void awaitsFutureMessage() throws Exception {
    CompletableFuture<ReceivedMessage> pendingRequest =
        CompletableFuture.supplyAsync(
            () -> server.awaitReceived("tools/list", Duration.ofSeconds(60)));

    assertThat(pendingRequest).isNotDone();
    tools("{}");

    assertThat(pendingRequest.join().header("mcp-method")).isEqualTo("tools/list");
    assertThatThrownBy(() -> server.awaitReceived("ping", Duration.ofMillis(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("1 x ping did not arrive")
        .hasMessageContaining("tools/list");
  }

  @Test
  void recordsProtocolViolations() throws Exception {
    String session = Http.session(server);
    Http.inSession(server, session, Messages.request(1, "ping", "{}"));
    Http.inSession(server, session, Messages.request(1, "ping", "{}"));

    assertThat(server.violations()).singleElement().asString().contains("id 1 was used before");
  }

  @Test
  void handlesThousandConcurrentCalls() throws Exception {
    int calls = 1000;
    CountDownLatch all = new CountDownLatch(calls);
    server
        .tool("together")
        .handler(
            c -> {
              all.countDown();
              all.await();
              return FakeResult.text("done");
            });
    String body = Messages.stateless(1, "tools/call", "{\"name\": \"together\"}");
    byte[] request =
        ("POST /mcp HTTP/1.1\r\nHost: x\r\nAccept: application/json, text/event-stream\r\n"
                + "Content-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\n"
                + "Mcp-Method: tools/call\r\nMcp-Name: together\r\nConnection: close\r\n"
                + "Content-Length: "
                + body.length()
                + "\r\n\r\n"
                + body)
            .getBytes(StandardCharsets.UTF_8);
    List<Socket> sockets = new ArrayList<>();
    int port = server.http().port();
    for (int i = 0; i < calls; i++) {
      Socket socket = new Socket("127.0.0.1", port);
      sockets.add(socket);
      OutputStream out = socket.getOutputStream();
      out.write(request);
      out.flush();
    }
    for (Socket socket : sockets) {
      try (socket) {
        String answer =
            new String(
                new DataInputStream(socket.getInputStream()).readAllBytes(),
                StandardCharsets.UTF_8);
        assertThat(answer).startsWith("HTTP/1.1 200").contains("done");
      }
    }
    assertThat(server.connectionsOpened()).isEqualTo(calls);
    assertThat(server.violations()).isEmpty();
  }

  @Test
  void rejectsForeignOriginsAndUnknownPaths() throws Exception {
    var foreign =
        Http.CLIENT.send(
            java.net.http.HttpRequest.newBuilder(
                    java.net.URI.create(server.url().replace("/mcp", "/other")))
                .GET()
                .build(),
            HttpResponse.BodyHandlers.ofString());

    assertThat(foreign.statusCode()).isEqualTo(404);
    assertThat(
            Http.post(
                    server, Messages.initialize(1, "2025-11-25"), "Origin", "https://evil.example")
                .statusCode())
        .isEqualTo(403);
  }

  @Test
  void rejectsUnknownRevisions() {
    assertThatThrownBy(() -> server.speaking("2026-01-01"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2026-01-01");
    assertThatThrownBy(server::speaking).isInstanceOf(IllegalArgumentException.class);
  }

  private JsonObject ask(String method, String params) throws Exception {
    return Http.json(Http.stateless(server, method, params));
  }

  private JsonObject call(String tool) throws Exception {
    return ask("tools/call", "{\"name\": \"" + tool + "\"}").object("result");
  }

  private List<?> tools(String params) throws Exception {
    return ask("tools/list", params).object("result").list("tools");
  }
}
