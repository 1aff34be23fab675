package io.mcpbridge.internal.http.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.http.Answer;
import io.mcpbridge.transport.http.HttpTest;
import io.mcpbridge.transport.http.ScriptedServer;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections are reused, never mixed up, and closed with the last channel. */
class ConnectionPoolTest extends HttpTest {

  @Test
  void reusesConnectionAfterJsonResponse() throws Exception {
    connect(ChannelMode.STATELESS, (request, answer) -> answer.result(request));

    for (int i = 0; i < 20; i++) {
      response(call());
    }

    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void reusesConnectionAfterChunkedJson() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          answer.raw(
              "HTTP/1.1 200 OK\r\n"
                  + "Content-Type: application/json\r\n"
                  + "Transfer-Encoding: chunked\r\n\r\n");
          answer.chunk(Answer.result(request.id()));
          answer.endOfStream();
        });

    for (int i = 0; i < 20; i++) {
      response(call());
    }

    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void reusesConnectionAfterStreamEnds() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) ->
            answer.raw(
                "HTTP/1.1 200 OK\r\n"
                    + "Content-Type: text/event-stream\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
                    + chunk("data: " + Answer.progress(1) + "\n\n")
                    + chunk("data: " + Answer.result(request.id()) + "\n\n")
                    + "0\r\n\r\n"));

    for (int i = 0; i < 20; i++) {
      response(call());
    }

    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void honorsConnectionCloseHeader() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          answer.json(200, Answer.result(request.id()), "Connection: close");
          answer.close();
        });

    response(call());
    response(call());

    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void doesNotReuseConnectionClosedWhileIdle() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          answer.result(request);
          if (request.connection() == 1) {
            answer.close();
            closed.countDown();
          }
        });
    response(call());
    closed.await();
    awaitNanos(1_000_000);

    assertThat(response(call()).result()).isNotNull();
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void closesIdleConnectionsWithoutFurtherRequests() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) ->
            answer.json(200, Answer.result(request.id()), "Keep-Alive: timeout=1"));
    response(call());

    server.closeAfterClient();

    assertThat(channel.isOpen()).isTrue();
    awaitEnd(ConnectionPool.EVICTOR);
  }

  @Test
  void channelsOfOneTransportShareConnections() throws Exception {
    server = new ScriptedServer((request, answer) -> answer.result(request));
    var transport = StreamableHttpTransport.of(server.url());
    Channel first = transport.open(ChannelMode.STATELESS, ChannelListener.none(), soon());
    Channel second = transport.open(ChannelMode.STATELESS, ChannelListener.none(), soon());
    channel = first;
    response(call());
    first.close();
    channel = second;
    response(call());
    assertThat(server.connections()).isEqualTo(1);
    second.close();

    channel = transport.open(ChannelMode.STATELESS, ChannelListener.none(), soon());
    response(call());
    assertThat(server.connections()).as("the pool went with its last channel").isEqualTo(2);
  }

  @Test
  void concurrentCallsGetTheirOwnResponses() throws Exception {
    CountDownLatch allThere = new CountDownLatch(200);
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          allThere.countDown();
          allThere.await();
          if (Integer.parseInt(request.id()) % 2 == 0) {
            answer.result(request);
          } else {
            answer.stream();
            answer.event(Answer.progress(Integer.parseInt(request.id())));
            answer.event(Answer.result(request.id()));
            answer.endOfStream();
          }
        });
    ExecutorService callers = Executors.newFixedThreadPool(200);
    try {
      List<Callable<Boolean>> calls = new ArrayList<>();
      for (int i = 1; i <= 200; i++) {
        Outbound call = request(i, "tools/call");
        calls.add(
            () -> {
              var messages = messages(call);
              var response = (JsonRpcResponse) messages.get(messages.size() - 1);
              return call.message().toJson().get("id").equals(response.id().value());
            });
      }
      for (Future<Boolean> matches : callers.invokeAll(calls)) {
        assertThat(matches.get()).isTrue();
      }
    } finally {
      callers.shutdown();
    }
    assertThat(server.connections()).isEqualTo(200);
  }

  @Test
  void maxConnectionsAppliesToRequestsOnly() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          if (request.body().contains("tools/call")) {
            go.await();
            answer.result(request);
          } else {
            answer.accepted();
          }
        },
        builder -> builder.maxConnections(1));

    try (Exchange first = channel.exchange(call(), soon())) {
      assertThatThrownBy(() -> channel.exchange(call(), deadlineIn(50)))
          .isInstanceOf(McpTimeoutException.class)
          .hasMessageContaining("maxConnections")
          .hasMessageContaining("1 requests");
      channel.send(notice("notifications/x"), soon());
      go.countDown();
      first.next(soon());
      assertThat(response(call()).result()).as("the place is free again").isNotNull();
    }
    assertThatThrownBy(() -> channel.exchange(call(), deadlineIn(0)))
        .isInstanceOf(McpTimeoutException.class);
    assertThat(response(call()).result()).as("a failure gives its place back").isNotNull();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aMessageOverTheLimitIsRefusedAndTheNextOneWorks(boolean stream) throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          String big =
              Answer.result(request.id()).replace("{}", "{\"text\":\"" + "x".repeat(3000) + "\"}");
          String text = request.body().contains("big") ? big : Answer.result(request.id());
          if (stream) {
            answer.stream();
            answer.event(text);
            answer.endOfStream();
          } else {
            answer.json(200, text);
          }
        },
        builder -> builder.limits(JsonLimits.defaults().withMaxMessageBytes(2000)));

    assertThatThrownBy(() -> response(request("big")))
        .isInstanceOf(McpLimitException.class)
        .hasMessageContaining("big to " + server.url())
        .hasMessageContaining("longer than 2000 bytes")
        .hasMessageContaining("raise JsonLimits.withMaxMessageBytes");
    assertThat(response(call()).result()).isNotNull();
  }

  @Test
  void rejectsTooLargeContentLengthWithoutWaiting() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          if (request.body().contains("big")) {
            answer.raw(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 3000000000\r\n\r\n{");
            answer.awaitClosed();
          } else {
            answer.result(request);
          }
        });

    assertThatThrownBy(() -> response(request("big")))
        .isInstanceOf(McpLimitException.class)
        .hasMessageContaining("raise JsonLimits.withMaxMessageBytes");
    assertThat(response(call()).result()).isNotNull();
  }

  @Test
  void rejectsTooDeeplyNestedMessage() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> answer.json(200, "[".repeat(40)),
        builder -> builder.limits(JsonLimits.defaults().withMaxDepth(20)));

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpLimitException.class)
        .hasMessageContaining("JsonLimits.withMaxDepth");
  }

  @Test
  void readsVeryLargeEvent() throws Exception {
    String text = "x".repeat(10_000_000);
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          answer.stream();
          answer.event(Answer.result(request.id()).replace("{}", "{\"text\":\"" + text + "\"}"));
          answer.endOfStream();
        });

    assertThat(response(call()).result().string("text")).isEqualTo(text);
    assertThat(response(call()).result().string("text")).hasSize(10_000_000);
    assertThat(server.connections()).isEqualTo(1);
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }
}
