package io.mcpbridge.internal.http.streamable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.Outbound;
import io.mcpbridge.transport.http.Answer;
import io.mcpbridge.transport.http.HttpTest;
import io.mcpbridge.transport.http.ScriptedServer;
import io.mcpbridge.transport.http.StreamableHttpTransport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses whose event stream is interrupted before the JSON-RPC response. */
class StreamResumptionTest extends HttpTest {

  private static final String PRIMING = "id: p1\nretry: 100\ndata:\n\n";
  private static final String FAR_OFF = "id: p1\nretry: 300000\ndata:\n\n";

  private final AtomicInteger gets = new AtomicInteger();
  private final AtomicReference<String> called = new AtomicReference<>();
  private final AtomicLong cutAt = new AtomicLong();

  private void session(String firstPiece, ScriptedServer.Script onGet) throws Exception {
    session(firstPiece, onGet, builder -> builder);
  }

  /** A session whose calls are answered with part of a stream; a GET returns the rest. */
  private void session(
      String firstPiece,
      ScriptedServer.Script onGet,
      UnaryOperator<StreamableHttpTransport.Builder> settings)
      throws Exception {
    connect(
        ChannelMode.SESSION,
        (request, answer) -> {
          if (request.method().equals("GET")) {
            gets.incrementAndGet();
            onGet.answer(request, answer);
          } else if (request.method().equals("DELETE")
              || request.body().contains("notifications/")) {
            answer.accepted();
          } else if (request.body().contains("\"initialize\"")) {
            answer.json(200, Answer.result(request.id()), "Mcp-Session-Id: s3ss10n");
          } else if (request.body().contains("\"tools/list\"")) {
            answer.result(request);
          } else {
            called.set(request.id());
            answer.stream();
            answer.chunk(firstPiece);
            cutAt.set(System.nanoTime());
            answer.endOfStream();
          }
        },
        settings);
    response(request("initialize"));
    server.received();
    channel.send(
        Outbound.of(notice("notifications/x").message(), Map.of("MCP-Protocol-Version", "v")),
        soon());
    server.received();
  }

  private void rest(Answer answer, String... events) throws IOException {
    answer.stream();
    for (String event : events) {
      answer.chunk(event);
    }
    answer.chunk("id: last\ndata: " + Answer.result(called.get()) + "\n\n");
  }

  private Duration sinceCut() {
    return Duration.ofNanos(System.nanoTime() - cutAt.get());
  }

  private ScriptedServer.Request get() throws InterruptedException {
    ScriptedServer.Request get = server.received();
    assertThat(get.method()).isEqualTo("GET");
    return get;
  }

  @Test
  void resumesWithLastEventIdAfterRetryDelay() throws Exception {
    session("id: p1\nretry: 400\ndata:\n\n", (request, answer) -> rest(answer));

    assertThat(response(call()).result()).isNotNull();

    assertThat(sinceCut()).isGreaterThanOrEqualTo(Duration.ofMillis(395));
    server.received();
    ScriptedServer.Request get = get();
    assertThat(get.header("Last-Event-ID")).isEqualTo("p1");
    assertThat(get.header("Accept")).isEqualTo("text/event-stream");
    assertThat(get.header("Mcp-Session-Id")).isEqualTo("s3ss10n");
    assertThat(get.header("MCP-Protocol-Version")).isEqualTo("v");
    response(request("tools/list"));
    server.received();
    assertThat(server.hasNoMoreRequests()).as("nothing is asked for twice").isTrue();
  }

  @Test
  void resumesWithHeadersOfCall() throws Exception {
    session(PRIMING, (request, answer) -> rest(answer));

    assertThat(response(call().withCallHeaders(Map.of("X-Tenant", "acme"))).result()).isNotNull();

    assertThat(server.received().header("X-Tenant")).isEqualTo("acme");
    assertThat(get().header("X-Tenant")).isEqualTo("acme");
  }

  @Test
  void waitsOneSecondWithoutRetryField() throws Exception {
    session("id: p1\ndata:\n\n", (request, answer) -> rest(answer));

    response(call());

    assertThat(sinceCut()).isGreaterThanOrEqualTo(Duration.ofMillis(995));
  }

  @Test
  void deliversEachMessageOnceAcrossResumption() throws Exception {
    session(
        PRIMING + "id: p2\ndata: " + Answer.progress(1) + "\n\n",
        (request, answer) -> rest(answer, "data: " + Answer.progress(2) + "\n\n"));

    List<JsonRpcMessage> messages = messages(call());

    assertThat(messages).hasSize(3);
    assertThat(((JsonRpcNotification) messages.get(0)).params().get("progress")).isEqualTo(1);
    assertThat(((JsonRpcNotification) messages.get(1)).params().get("progress")).isEqualTo(2);
    server.received();
    assertThat(get().header("Last-Event-ID")).isEqualTo("p2");
  }

  @Test
  void resumesAfterBrokenConnection() throws Exception {
    session(
        PRIMING,
        (request, answer) -> {
          if (gets.get() == 1) {
            answer.stream();
            answer.chunk("id: p2\ndata: " + Answer.progress(1) + "\n\nid: p3\ndata: {\"jso");
            answer.close();
          } else {
            rest(answer);
          }
        });

    assertThat(messages(call())).hasSize(2);

    server.received();
    assertThat(get().header("Last-Event-ID")).isEqualTo("p1");
    assertThat(get().header("Last-Event-ID")).isEqualTo("p2");
  }

  @Test
  void doesNotLimitResumptionsThatMakeProgress() throws Exception {
    int cuts = StreamResumption.MAX_FAILURES * 2;
    session(
        PRIMING,
        (request, answer) -> {
          if (gets.get() < cuts) {
            answer.stream();
            answer.chunk("id: q" + gets.get() + "\ndata:\n\n");
            answer.endOfStream();
          } else {
            rest(answer);
          }
        });

    assertThat(response(call()).result()).isNotNull();

    server.received();
    assertThat(get().header("Last-Event-ID")).isEqualTo("p1");
    assertThat(get().header("Last-Event-ID")).isEqualTo("q1");
    assertThat(gets).hasValue(cuts);
  }

  @Test
  void givesUpAfterMaxAttemptsWithoutProgress() throws Exception {
    session(
        PRIMING,
        (request, answer) -> {
          answer.stream();
          answer.chunk("id: p1\ndata:\n\n");
          answer.endOfStream();
        });

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpConnectionLostException.class)
        .hasMessageContaining("tools/call to " + server.url())
        .hasMessageContaining(StreamResumption.MAX_FAILURES + " attempts");

    assertThat(gets).hasValue(StreamResumption.MAX_FAILURES);
    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void retriesResumptionAfterTransientFailure() throws Exception {
    session(
        PRIMING,
        (request, answer) -> {
          switch (gets.get()) {
            case 1 -> answer.close();
            case 2 -> answer.json(503, "");
            default -> rest(answer);
          }
        });

    assertThat(response(call()).result()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "400, HTTP status 400",
    "405, HTTP status 405",
    "410, HTTP status 410",
    "501, HTTP status 501",
    "200, not an event stream",
  })
  void reportsLostResponse(int status, String reason) throws Exception {
    session(
        PRIMING,
        (request, answer) -> answer.json(status, "{}"),
        builder -> builder.maxConnections(1));

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpConnectionLostException.class)
        .hasMessageContaining("the answer to tools/call to " + server.url() + " is lost")
        .hasMessageContaining(reason);

    assertThat(gets).hasValue(1);
    assertThat(channelListener.losses).isEmpty();
    assertThat(response(request("tools/list")).result()).as("its place is free").isNotNull();
  }

  /** The call has run, at least in part; a lost session would cause a retry. */
  @Test
  void doesNotRetryCallAfterSessionExpired() throws Exception {
    session(PRIMING, (request, answer) -> answer.json(404, ""));

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpConnectionLostException.class)
        .hasMessageContaining("no longer knows the session");

    assertThat(channelListener.loss()).isInstanceOf(McpSessionLostException.class);
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void doesNotResumeWithoutEventId() throws Exception {
    session("retry: 100\ndata: " + Answer.progress(1) + "\n\n", (request, answer) -> rest(answer));

    assertThatThrownBy(() -> response(call()))
        .isInstanceOf(McpConnectionLostException.class)
        .hasMessageContaining("event stream ended without the response");

    assertThat(gets).hasValue(0);
  }

  @Test
  void doesNotResumeInStatelessMode() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          answer.stream();
          answer.chunk(PRIMING);
          answer.endOfStream();
        });

    assertThatThrownBy(() -> response(call())).isInstanceOf(McpConnectionLostException.class);

    server.received();
    assertThat(server.hasNoMoreRequests()).isTrue();
  }

  @Test
  void callTimeoutEndsRetryDelay() throws Exception {
    session(FAR_OFF, (request, answer) -> rest(answer));

    try (Exchange exchange = channel.exchange(call(), soon())) {
      assertThatThrownBy(() -> exchange.next(deadlineIn(200)))
          .isInstanceOf(McpTimeoutException.class)
          .hasMessageContaining("tools/call to " + server.url())
          .hasMessageContaining("200 ms (setting timeout)");
    }
    assertThat(gets).hasValue(0);
  }

  @Test
  void callTimeoutEndsResumedStream() throws Exception {
    session(PRIMING, (request, answer) -> answer.awaitClosed());

    try (Exchange exchange = channel.exchange(call(), soon())) {
      assertThatThrownBy(() -> exchange.next(deadlineIn(1000)))
          .isInstanceOf(McpTimeoutException.class);
    }
  }

  private FutureTask<Throwable> waiting(Exchange exchange) {
    var failure = new FutureTask<>(() -> catchThrowable(() -> exchange.next(soon())));
    new Thread(failure, "test-waiting").start();
    return failure;
  }

  @ParameterizedTest
  @ValueSource(strings = {FAR_OFF, PRIMING})
  void abandonEndsWaitForResumption(String firstPiece) throws Exception {
    CountDownLatch resumptionRequested = new CountDownLatch(1);
    session(
        firstPiece,
        (request, answer) -> {
          resumptionRequested.countDown();
          answer.awaitClosed();
        });
    try (Exchange exchange = channel.exchange(call(), soon())) {
      FutureTask<Throwable> failure = waiting(exchange);
      if (firstPiece.equals(PRIMING)) {
        assertThat(resumptionRequested.await(60, TimeUnit.SECONDS)).isTrue();
      }

      exchange.abandon(notice("notifications/cancelled"));

      assertThat(failure.get(60, TimeUnit.SECONDS)).isInstanceOf(McpCancelledException.class);
    }
  }

  @Test
  void interruptEndsRetryDelay() throws Exception {
    session(FAR_OFF, (request, answer) -> rest(answer));
    try (Exchange exchange = channel.exchange(call(), soon())) {
      AtomicReference<Throwable> failure = new AtomicReference<>();
      AtomicReference<Boolean> flag = new AtomicReference<>();
      Thread caller =
          new Thread(
              () -> {
                failure.set(catchThrowable(() -> exchange.next(soon())));
                flag.set(Thread.currentThread().isInterrupted());
              });
      caller.start();

      caller.interrupt();
      caller.join(60_000);

      assertThat(failure.get()).isInstanceOf(McpCancelledException.class);
      assertThat(flag.get()).isTrue();
    }
  }

  @Test
  void closingChannelEndsRetryDelay() throws Exception {
    session(FAR_OFF, (request, answer) -> rest(answer));
    try (Exchange exchange = channel.exchange(call(), soon())) {
      FutureTask<Throwable> failure = waiting(exchange);

      channel.close();

      assertThat(failure.get(60, TimeUnit.SECONDS))
          .isInstanceOf(McpConnectionLostException.class)
          .hasMessageContaining("the channel was closed");
    }
  }

  @Test
  void resumesStreamAfterRetire() throws Exception {
    session(PRIMING, (request, answer) -> rest(answer));
    try (Exchange exchange = channel.exchange(call(), soon())) {
      channel.retire();

      assertThat(exchange.next(soon())).isInstanceOf(JsonRpcResponse.class);
    }
    server.closeAfterClient();
  }

  @Test
  void acceptsResponseOnStandaloneStream() throws Exception {
    session(
        FAR_OFF,
        (request, answer) -> {
          answer.stream();
          while (called.get() == null) {
            Thread.onSpinWait();
          }
          answer.event(Answer.result("\"of another user\""));
          for (int i = 0; i < 6_000; i++) {
            answer.event(Answer.result(called.get()));
            new CountDownLatch(1).await(10, TimeUnit.MILLISECONDS);
          }
        });
    channel.send(notice("notifications/initialized"), soon());

    assertThat(response(call()).result()).isNotNull();

    assertThat(gets).as("only the other stream").hasValue(1);
    channel.close();
  }
}
