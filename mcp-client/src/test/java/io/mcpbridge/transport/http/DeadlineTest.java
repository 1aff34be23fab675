package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.transport.ChannelListener;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Deadlines, interrupts and cancellation reach a thread that is blocked in a socket. */
class DeadlineTest extends HttpTest {

  /** Where the server stops sending. */
  enum Silence {
    BEFORE_THE_HEADERS,
    IN_THE_HEADERS,
    BEFORE_THE_BODY,
    IN_THE_BODY,
    IN_THE_STREAM,
    IN_AN_EVENT,
    AFTER_A_NOTIFICATION
  }

  private final CountDownLatch silent = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  private void serverFallsSilent(Silence silence, ChannelMode mode) throws Exception {
    connect(
        mode,
        (request, answer) -> {
          if (request.body().contains("notifications/cancelled")) {
            answer.accepted();
            return;
          }
          try {
            fallSilent(silence, answer);
          } catch (IOException closedByTheClient) {
            // a client that leaves at once closes before this is written
          }
          silent.countDown();
          answer.awaitClosed();
          closed.countDown();
        });
  }

  private static void fallSilent(Silence silence, Answer answer) throws IOException {
    switch (silence) {
      case BEFORE_THE_HEADERS -> {}
      case IN_THE_HEADERS -> answer.raw("HTTP/1.1 200 OK\r\nContent-Ty");
      case BEFORE_THE_BODY ->
          answer.raw(
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n");
      case IN_THE_BODY ->
          answer.raw(
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{\"js");
      case IN_THE_STREAM -> answer.stream();
      case IN_AN_EVENT -> {
        answer.stream();
        answer.chunk("data: {\"json");
      }
      case AFTER_A_NOTIFICATION -> {
        answer.stream();
        answer.event(Answer.progress(1));
      }
    }
  }

  private void assertServerSawTheEnd() throws InterruptedException {
    assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
  }

  private static JsonRpcResponse readAll(Exchange exchange, Deadline deadline) {
    JsonRpcMessage message;
    do {
      message = exchange.next(deadline);
    } while (!(message instanceof JsonRpcResponse));
    return (JsonRpcResponse) message;
  }

  @ParameterizedTest
  @EnumSource
  void timesOutAtDeadline(Silence silence) throws Exception {
    serverFallsSilent(silence, ChannelMode.STATELESS);

    try (Exchange exchange = channel.exchange(call(), soon())) {
      assertThatThrownBy(() -> readAll(exchange, deadlineIn(150)))
          .isInstanceOf(McpTimeoutException.class)
          .hasMessageContaining("tools/call to " + server.url())
          .hasMessageContaining("within 150 ms (setting timeout)");
      assertServerSawTheEnd();
      assertThatThrownBy(() -> exchange.next(soon())).isInstanceOf(McpTimeoutException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void interruptEndsWaitAndKeepsInterruptFlag(Silence silence) throws Exception {
    serverFallsSilent(silence, ChannelMode.STATELESS);
    Exchange exchange = channel.exchange(call(), soon());
    var failure =
        new FutureTask<>(
            () -> {
              Throwable thrown = catchThrowable(() -> readAll(exchange, soon()));
              assertThat(Thread.currentThread().isInterrupted()).isTrue();
              return thrown;
            });
    Thread caller = new Thread(failure);
    caller.start();
    silent.await();

    caller.interrupt();

    assertThat(failure.get(60, TimeUnit.SECONDS))
        .isInstanceOf(McpCancelledException.class)
        .hasMessageContaining("interrupted");
    assertServerSawTheEnd();
    exchange.close();
  }

  @ParameterizedTest
  @EnumSource
  void abandonEndsWaitAndClosesStream(Silence silence) throws Exception {
    serverFallsSilent(silence, ChannelMode.STATELESS);
    Exchange exchange = channel.exchange(call(), soon());
    var failure = new FutureTask<>(() -> catchThrowable(() -> readAll(exchange, soon())));
    Thread caller = new Thread(failure);
    caller.start();
    silent.await();

    exchange.abandon(notice("notifications/cancelled"));
    exchange.abandon(notice("notifications/cancelled"));

    assertThat(failure.get(60, TimeUnit.SECONDS))
        .isInstanceOf(McpCancelledException.class)
        .hasMessageContaining("cancelled");
    assertServerSawTheEnd();
    server.received();
    assertThat(server.hasNoMoreRequests()).as("a closed stream says it all").isTrue();
    exchange.close();
  }

  @Test
  void supportsDeadlineAndInterruptOnVirtualThreads() throws Exception {
    serverFallsSilent(Silence.IN_THE_STREAM, ChannelMode.STATELESS);
    ExecutorService virtual;
    try {
      virtual =
          (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (NoSuchMethodException olderJava) {
      Assumptions.abort("this Java has no virtual threads");
      return;
    }
    try {
      var timeout =
          virtual.submit(
              () ->
                  catchThrowable(
                      () -> {
                        try (Exchange exchange = channel.exchange(call(), soon())) {
                          exchange.next(deadlineIn(150));
                        }
                      }));
      assertThat(timeout.get(60, TimeUnit.SECONDS)).isInstanceOf(McpTimeoutException.class);

      CountDownLatch started = new CountDownLatch(1);
      CountDownLatch over = new CountDownLatch(1);
      Throwable[] thrown = new Throwable[1];
      boolean[] interrupted = new boolean[1];
      var call =
          virtual.submit(
              () -> {
                try (Exchange exchange = channel.exchange(call(), soon())) {
                  started.countDown();
                  thrown[0] = catchThrowable(() -> exchange.next(soon()));
                  interrupted[0] = Thread.currentThread().isInterrupted();
                } finally {
                  over.countDown();
                }
              });
      started.await();
      call.cancel(true);
      assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(thrown[0]).isInstanceOf(McpCancelledException.class);
      assertThat(interrupted[0]).isTrue();
    } finally {
      virtual.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sendsCancellationInSession(boolean afterTimeout) throws Exception {
    serverFallsSilent(Silence.IN_THE_STREAM, ChannelMode.SESSION);
    try (Exchange exchange = channel.exchange(call(), soon())) {
      if (afterTimeout) {
        assertThatThrownBy(() -> exchange.next(deadlineIn(50)))
            .isInstanceOf(McpTimeoutException.class);
      }
      server.received();

      exchange.abandon(notice("notifications/cancelled"));

      assertThat(server.received().body()).contains("notifications/cancelled");
      assertServerSawTheEnd();
    }
  }

  @Test
  void abandonAfterResponseSendsNothing() throws Exception {
    connect(ChannelMode.SESSION, (request, answer) -> answer.result(request));
    try (Exchange exchange = channel.exchange(call(), soon())) {
      exchange.next(soon());
      exchange.abandon(notice("notifications/cancelled"));
    }
    response(call());

    server.received();
    assertThat(server.received().body()).contains("tools/call");
    assertThat(server.hasNoMoreRequests()).isTrue();
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void progressMayExtendTheDeadline() throws Exception {
    CountDownLatch slow = new CountDownLatch(1);
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          answer.stream();
          answer.event(Answer.progress(1));
          slow.await();
          answer.event(Answer.result(request.id()));
          answer.endOfStream();
        });

    try (Exchange exchange = channel.exchange(call(), soon())) {
      Deadline first = deadlineIn(3_000);
      exchange.next(first);
      var watchedOn = new FutureTask<>(() -> exchange.next(soon()));
      Thread caller = new Thread(watchedOn);
      caller.start();
      while (!first.hasPassed()) {
        Thread.onSpinWait();
      }
      slow.countDown();
      assertThat(watchedOn.get(60, TimeUnit.SECONDS)).isInstanceOf(JsonRpcResponse.class);
    }
  }

  @Test
  void doesNotSendAfterDeadlineOrInterrupt() throws Exception {
    connect(ChannelMode.STATELESS, (request, answer) -> answer.result(request));

    assertThatThrownBy(() -> channel.exchange(call(), deadlineIn(0)))
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContaining("could not be sent");
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> channel.exchange(call(), soon()))
        .isInstanceOf(McpCancelledException.class);
    assertThatThrownBy(() -> channel.send(notice("x"), soon()))
        .isInstanceOf(McpCancelledException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(server.connections()).isZero();
  }

  @Test
  void timesOutIfServerDoesNotReadRequest() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (var listener =
        new java.net.ServerSocket(0, 5, java.net.InetAddress.getLoopbackAddress())) {
      channel =
          StreamableHttpTransport.of("http://localhost:" + listener.getLocalPort())
              .open(ChannelMode.STATELESS, ChannelListener.none(), soon());
      var huge =
          io.mcpbridge.transport.Outbound.of(
              new io.mcpbridge.jsonrpc.JsonRpcRequest(
                  io.mcpbridge.jsonrpc.RequestId.of(1),
                  "tools/call",
                  io.mcpbridge.json.JsonObject.of(
                      java.util.Map.of("text", "x".repeat(32 * 1024 * 1024)))));

      assertThatThrownBy(() -> channel.exchange(huge, deadlineIn(300)))
          .isInstanceOf(McpTimeoutException.class);
      over.countDown();
    }
    assertThat(over.getCount()).isZero();
  }

  @Test
  void closingChannelFailsOpenExchange() throws Exception {
    serverFallsSilent(Silence.IN_THE_STREAM, ChannelMode.STATELESS);
    Exchange exchange = channel.exchange(call(), soon());
    var failure = new FutureTask<>(() -> catchThrowable(() -> exchange.next(soon())));
    Thread caller = new Thread(failure);
    caller.start();
    silent.await();

    channel.close();

    assertThat(failure.get(60, TimeUnit.SECONDS))
        .isInstanceOf(McpConnectionLostException.class)
        .hasMessageContaining("closed");
    assertServerSawTheEnd();
    exchange.close();
  }

  @Test
  void closingUnreadExchangeClosesStream() throws Exception {
    serverFallsSilent(Silence.IN_THE_STREAM, ChannelMode.STATELESS);

    channel.exchange(call(), soon()).close();

    assertServerSawTheEnd();
  }
}
