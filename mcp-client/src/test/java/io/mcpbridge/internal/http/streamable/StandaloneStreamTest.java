package io.mcpbridge.internal.http.streamable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.internal.http.call.Watchdog;
import io.mcpbridge.json.JsonLimits;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.http.Answer;
import io.mcpbridge.transport.http.HttpTest;
import io.mcpbridge.transport.http.ScriptedServer;
import io.mcpbridge.transport.http.SecondToken;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The GET stream for messages that a server sends on its own. */
class StandaloneStreamTest extends HttpTest {

  private static final String ID = "Mcp-Session-Id";
  private static final String NOTIFICATION =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";
  private static final String REQUEST = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"roots/list\"}";

  private final CountDownLatch go = new CountDownLatch(1);
  private final AtomicInteger gets = new AtomicInteger();

  @AfterEach
  void noThreadIsLeft() throws InterruptedException {
    channel.close();
    awaitEnd(StandaloneStream.THREAD_NAME);
  }

  private void session(ScriptedServer.Script onGet) throws Exception {
    session(onGet, builder -> builder);
  }

  /** An initialized session; its GETs are answered by the script. */
  private void session(
      ScriptedServer.Script onGet, UnaryOperator<StreamableHttpTransport.Builder> settings)
      throws Exception {
    connect(ChannelMode.SESSION, (request, answer) -> answer(onGet, request, answer), settings);
    greet();
  }

  private void answer(ScriptedServer.Script onGet, ScriptedServer.Request request, Answer answer)
      throws Exception {
    if (request.method().equals("GET")) {
      gets.incrementAndGet();
      onGet.answer(request, answer);
    } else if (request.method().equals("DELETE") || request.body().contains("notifications/")) {
      answer.accepted();
    } else if (request.body().contains("\"initialize\"")) {
      answer.json(200, Answer.result(request.id()), ID + ": s3ss10n");
    } else {
      answer.result(request);
    }
  }

  private void greet() throws Exception {
    response(request("initialize"));
    server.received();
    channel.send(
        Outbound.of(
                notice("notifications/initialized").message(),
                Map.of("MCP-Protocol-Version", "2025-11-25"))
            .as(Outbound.Part.OPENED),
        soon());
    assertThat(server.received().body()).contains("initialized");
  }

  private ScriptedServer.Request get() throws InterruptedException {
    ScriptedServer.Request request = server.received();
    assertThat(request.method()).isEqualTo("GET");
    return request;
  }

  private static void stayOpen(Answer answer, String... events) throws IOException {
    answer.stream();
    for (String event : events) {
      answer.chunk(event);
    }
    answer.awaitClosed();
  }

  @Test
  void opensAfterSessionIsInitialized() throws Exception {
    session(
        (request, answer) -> stayOpen(answer),
        builder ->
            builder
                .header("X-Tenant", "blue")
                .credentials(request -> Map.of("Authorization", "for " + request.method())));

    ScriptedServer.Request get = get();

    assertThat(get.target()).isEqualTo("/mcp");
    assertThat(get.header("Accept")).isEqualTo("text/event-stream");
    assertThat(get.header(ID)).isEqualTo("s3ss10n");
    assertThat(get.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
    assertThat(get.header("X-Tenant")).isEqualTo("blue");
    assertThat(get.header("Authorization")).isEqualTo("for GET");
    assertThat(get.headers()).doesNotContainKeys("Last-Event-ID", "Content-Type");
  }

  @Test
  void receivesNotificationsAndRequests() throws Exception {
    session(
        (request, answer) ->
            stayOpen(
                answer,
                ": hello\n\nid: 1\ndata:\n\n",
                "event: message\ndata: " + NOTIFICATION + "\n\n",
                "event:message\nid:2\ndata:" + REQUEST + "\n\n",
                "data: [" + NOTIFICATION + "," + REQUEST + "]\n\n"));

    assertThat(channelListener.message()).isInstanceOf(JsonRpcNotification.class);
    assertThat(channelListener.message())
        .isInstanceOfSatisfying(
            JsonRpcRequest.class, request -> assertThat(request.method()).isEqualTo("roots/list"));
    assertThat(channelListener.message()).isInstanceOf(JsonRpcNotification.class);
    assertThat(channelListener.message()).isInstanceOf(JsonRpcRequest.class);
  }

  @Test
  void handlesServerRequestDuringCall() throws Exception {
    CountDownLatch called = new CountDownLatch(1);
    connect(
        ChannelMode.SESSION,
        (request, answer) -> {
          if (request.body().contains("tools/call")) {
            called.countDown();
            go.await();
          } else if (request.body().contains("notifications/answer")) {
            go.countDown();
          }
          answer(
              (get, stream) -> {
                stream.stream();
                called.await();
                stream.event(REQUEST);
                stream.awaitClosed();
              },
              request,
              answer);
        });
    greet();
    try (Exchange exchange = channel.exchange(call(), soon())) {
      assertThat(channelListener.message()).isInstanceOf(JsonRpcRequest.class);
      channel.send(notice("notifications/answer"), soon());
      assertThat(exchange.next(soon())).isInstanceOf(JsonRpcResponse.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "405, ''",
    "404, ''",
    "404, 'Cannot GET /mcp'",
    "400, 'session id required'",
    "406, ''",
    "401, ''",
    "302, ''",
    "429, ''",
    "500, ''",
    "501, ''",
    "503, ''",
    "200, '{}'",
    "200, ''",
    "204, ''",
  })
  void worksWithoutStandaloneStream(int status, String body) throws Exception {
    session((request, answer) -> answer.json(status, body));
    get();

    response(call());
    response(call());

    awaitEnd(StandaloneStream.THREAD_NAME);
    assertThat(gets).hasValue(1);
    assertThat(channel.isOpen()).isTrue();
    assertThat(channelListener.losses).isEmpty();
  }

  @Test
  void firstRequestWaitsForStreamToOpen() throws Exception {
    AtomicBoolean wasListening = new AtomicBoolean();
    for (int i = 0; i < 20 && !wasListening.get(); i++) { // it does not wait for a slow server
      callBesideOpeningStream(wasListening);
    }
    assertThat(wasListening).isTrue();
  }

  private void callBesideOpeningStream(AtomicBoolean wasListening) throws Exception {
    AtomicBoolean listening = new AtomicBoolean();
    CountDownLatch never = new CountDownLatch(1);
    connect(
        ChannelMode.SESSION,
        (request, answer) -> {
          if (request.body().contains("tools/call")) {
            wasListening.set(listening.get());
          }
          answer(
              (get, stream) -> {
                never.await(60, TimeUnit.MILLISECONDS);
                listening.set(true);
                stayOpen(stream);
              },
              request,
              answer);
        });
    greet();

    response(call());
    channel.close();
    server.close();
  }

  @Test
  void doesNotBlockCallsUntilResponseHeadersArrive() throws Exception {
    session(
        (request, answer) -> {
          go.await();
          stayOpen(answer, "data: " + NOTIFICATION + "\n\n");
        });

    long start = System.nanoTime();
    response(call());
    response(call());
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(StandaloneStream.HEADERS_TIMEOUT.dividedBy(2));
    go.countDown();

    assertThat(channelListener.message()).isInstanceOf(JsonRpcNotification.class);
    assertThat(gets).hasValue(1);
  }

  @Test
  void resumesWithLastEventIdAfterRetryDelay() throws Exception {
    AtomicLong cutAt = new AtomicLong();
    session(
        (request, answer) -> {
          if (gets.get() == 1) {
            answer.stream();
            answer.chunk("id: a1\nretry: 150\ndata: " + NOTIFICATION + "\n\n");
            answer.chunk("id: a2\ndata:\n\n");
            cutAt.set(System.nanoTime());
            answer.endOfStream();
          } else {
            stayOpen(answer, "data: " + REQUEST + "\n\n");
          }
        });
    assertThat(get().header("Last-Event-ID")).isNull();

    ScriptedServer.Request second = get();

    assertThat(Duration.ofNanos(System.nanoTime() - cutAt.get()))
        .isGreaterThanOrEqualTo(Duration.ofMillis(145));
    assertThat(second.header("Last-Event-ID")).isEqualTo("a2");
    assertThat(second.header(ID)).isEqualTo("s3ss10n");
    assertThat(channelListener.message()).isInstanceOf(JsonRpcNotification.class);
    assertThat(channelListener.message()).isInstanceOf(JsonRpcRequest.class);
    assertThat(channelListener.losses).isEmpty();
  }

  @Test
  void keepsLastEventIdWithoutNewId() throws Exception {
    session(
        (request, answer) -> {
          answer.stream();
          switch (gets.get()) {
            case 1 -> answer.chunk("id: a1\nretry: 100\ndata:\n\n");
            case 2 -> answer.chunk("data: " + NOTIFICATION + "\n\nid: cut");
            default -> answer.awaitClosed();
          }
          answer.close();
        });

    assertThat(get().header("Last-Event-ID")).isNull();
    assertThat(get().header("Last-Event-ID")).isEqualTo("a1");
    assertThat(get().header("Last-Event-ID")).isEqualTo("a1");
  }

  @Test
  void reconnectsAfterNetworkFailureInSameSession() throws Exception {
    session(
        (request, answer) -> {
          switch (gets.get()) {
            case 1 -> {
              answer.stream();
              answer.chunk("retry: 100\n\n");
              answer.close();
            }
            case 2 -> answer.close();
            case 3 -> answer.raw("this is not HTTP\r\n\r\n");
            case 4 -> answer.json(503, "");
            default -> stayOpen(answer, "data: " + NOTIFICATION + "\n\n");
          }
          answer.close();
        });

    assertThat(channelListener.message()).isInstanceOf(JsonRpcNotification.class);
    assertThat(gets).hasValue(5);
    response(call());
    assertThat(channel.isOpen()).isTrue();
    assertThat(channelListener.losses).isEmpty();
  }

  @Test
  void stopsReconnectingOn405() throws Exception {
    session(
        (request, answer) -> {
          if (gets.get() == 1) {
            answer.stream();
            answer.chunk("retry: 100\n\n");
            answer.endOfStream();
          } else {
            answer.json(405, "");
          }
        });

    get();
    get();
    awaitEnd(StandaloneStream.THREAD_NAME);
    response(call());
    assertThat(channelListener.losses).isEmpty();
  }

  @Test
  void reportsSessionLostOn404() throws Exception {
    session(
        (request, answer) -> {
          if (gets.get() == 1) {
            answer.stream();
            answer.chunk("retry: 100\n\n");
            answer.endOfStream();
          } else {
            answer.json(404, "");
          }
        });

    assertThat(channelListener.loss())
        .isInstanceOf(McpSessionLostException.class)
        .hasMessageContaining(server.url())
        .message()
        .doesNotContain("s3ss10n");
    assertThat(channel.isOpen()).isFalse();
    assertThatThrownBy(() -> channel.exchange(call(), soon()))
        .isInstanceOf(McpConnectException.class);
    get();
    get();
    channel.close();
    assertThat(server.hasNoMoreRequests()).as("no DELETE").isTrue();
    assertThat(channelListener.losses).as("said once").isEmpty();
  }

  @Test
  void openCallsSurviveSessionLossOnStream() throws Exception {
    connect(
        ChannelMode.SESSION,
        (request, answer) -> {
          if (request.body().contains("tools/call")) {
            go.await();
          }
          answer(
              (get, stream) -> {
                if (gets.get() == 1) {
                  stream.stream();
                  stream.chunk("retry: 100\n\n");
                  stream.endOfStream();
                } else {
                  stream.json(404, "");
                }
              },
              request,
              answer);
        });
    greet();
    try (Exchange exchange = channel.exchange(call(), soon())) {
      channelListener.loss();
      go.countDown();
      assertThat(exchange.next(soon())).isInstanceOf(JsonRpcResponse.class);
    }
  }

  @Test
  void renewsCredentialsOn401() throws Exception {
    SecondToken credentials = new SecondToken();
    session(
        (request, answer) -> {
          if (request.header("Authorization").equals("old")) {
            answer.json(401, "");
          } else {
            stayOpen(answer, "data: " + NOTIFICATION + "\n\n");
          }
        },
        builder -> builder.credentials(credentials));

    assertThat(channelListener.message()).isInstanceOf(JsonRpcNotification.class);
    assertThat(gets).hasValue(2);
  }

  @Test
  void marksChallengeAsBackgroundAndRetriesLater() throws Exception {
    SecondToken credentials = new SecondToken(refusal -> !refusal.inBackground());
    session(
        (request, answer) -> {
          switch (gets.get()) {
            case 1 -> {
              answer.stream();
              answer.chunk("retry: 100\n\n");
              answer.endOfStream();
            }
            case 2 -> answer.json(401, "");
            default -> stayOpen(answer, "data: " + NOTIFICATION + "\n\n");
          }
        },
        builder -> builder.credentials(credentials));

    assertThat(channelListener.message())
        .as("asked again later")
        .isInstanceOf(JsonRpcNotification.class);
    assertThat(credentials.refusals).hasSize(1);
    assertThat(gets).hasValue(3);
  }

  @Test
  void credentialsFailureOfStreamDoesNotAffectSession() throws Exception {
    session(
        (request, answer) -> stayOpen(answer),
        builder ->
            builder.credentials(
                request -> {
                  if (request.method().equals("GET")) {
                    throw new IllegalStateException("no credentials for a GET");
                  }
                  return Map.of();
                }));

    response(call());

    assertThat(gets).hasValue(0);
  }

  @Test
  void skipsInvalidMessages() throws Exception {
    session(
        (request, answer) ->
            stayOpen(
                answer,
                "data: {broken\n\n",
                "data: 42\n\n",
                "event: other\ndata: " + REQUEST + "\n\n",
                "data: " + Answer.result("99") + "\n\n",
                "data: \"" + "x".repeat(5000) + "\"\n\n",
                "data: " + NOTIFICATION + "\n\n"),
        builder -> builder.limits(JsonLimits.defaults().withMaxMessageBytes(4096)));

    assertThat(channelListener.message()).isInstanceOf(JsonRpcNotification.class);
    assertThat(channelListener.messages).isEmpty();
  }

  @Test
  void listenerExceptionDoesNotEndStream() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    server =
        new ScriptedServer(
            (request, answer) ->
                answer(
                    (get, stream) ->
                        stayOpen(
                            stream,
                            "data: " + NOTIFICATION + "\n\n",
                            "data: " + NOTIFICATION + "\n\n"),
                    request,
                    answer));
    channel =
        StreamableHttpTransport.of(server.url())
            .open(
                ChannelMode.SESSION,
                new ChannelListener() {
                  @Override
                  public void onMessage(JsonRpcMessage message) {
                    if (calls.incrementAndGet() == 2) {
                      go.countDown();
                    }
                    throw new IllegalStateException("test");
                  }

                  @Override
                  public void onLost(McpException cause) {}
                },
                soon());
    greet();

    assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void closingChannelStopsStreamThread() throws Exception {
    session(
        (request, answer) -> {
          answer.stream();
          answer.chunk("retry: 300000\ndata: " + NOTIFICATION + "\n\n");
          answer.endOfStream();
        });
    channelListener.message();
    channel.close();
    awaitEnd(StandaloneStream.THREAD_NAME);
    server.closeAfterClient();

    session((request, answer) -> answer.awaitClosed());
    get();
    channel.close();
    awaitEnd(StandaloneStream.THREAD_NAME);
  }

  @Test
  void retiringChannelStopsStreamThread() throws Exception {
    session((request, answer) -> stayOpen(answer));
    get();

    channel.retire();

    awaitEnd(StandaloneStream.THREAD_NAME);
    server.closeAfterClient();
  }

  @Test
  void isNotOpenedInStatelessMode() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> answer((get, stream) -> stayOpen(stream), request, answer));
    greet();

    response(call());

    assertThat(gets).hasValue(0);
  }

  @Test
  void isNotOpenedIfInitializedIsRejected() throws Exception {
    connect(
        ChannelMode.SESSION,
        (request, answer) -> {
          if (request.body().contains("notifications/")) {
            answer.json(500, "");
          } else {
            answer.result(request);
          }
        });
    assertThatThrownBy(() -> channel.send(notice("notifications/initialized"), soon()))
        .hasMessageContaining("500");

    response(call());

    assertThat(threads(StandaloneStream.THREAD_NAME)).isEmpty();
  }

  @Test
  void idleStreamNeedsNoWatchdog() throws Exception {
    session((request, answer) -> stayOpen(answer));
    get();

    awaitEnd(Watchdog.THREAD_NAME);

    assertThat(threads(StandaloneStream.THREAD_NAME)).hasSize(1);
    response(call());
  }
}
