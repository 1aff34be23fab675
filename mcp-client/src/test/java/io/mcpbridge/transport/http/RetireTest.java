package io.mcpbridge.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Exchange;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * A retired channel completes its exchanges; after the last one it ends its session and closes its
 * connections.
 */
class RetireTest extends HttpTest {

  private final CountDownLatch go = new CountDownLatch(1);

  private void session(ScriptedServer.Script onCall) throws Exception {
    session(onCall, builder -> builder);
  }

  /** A session whose calls are answered by a script, and everything else normally. */
  private void session(
      ScriptedServer.Script onCall, UnaryOperator<StreamableHttpTransport.Builder> settings)
      throws Exception {
    connect(
        ChannelMode.SESSION,
        (request, answer) -> {
          if (request.body().contains("\"initialize\"")) {
            answer.json(200, Answer.result(request.id()), "Mcp-Session-Id: s3ss10n");
          } else if (request.body().contains("\"tools/call\"")) {
            onCall.answer(request, answer);
          } else {
            answer.accepted();
          }
        },
        settings);
    response(request("initialize"));
    server.received();
  }

  /** Fails unless the client ends the session and closes every connection by itself. */
  private void assertEverythingIsClosed() throws InterruptedException {
    ScriptedServer.Request last = server.received();
    assertThat(last.method()).isEqualTo("DELETE");
    assertThat(last.header("Mcp-Session-Id")).isEqualTo("s3ss10n");
    server.closeAfterClient();
    assertThat(server.hasNoMoreRequests()).isTrue();
  }

  @Test
  void rejectsNewRequestsAndClosesConnections() throws Exception {
    session((request, answer) -> answer.result(request));

    channel.retire();
    channel.retire();

    assertThat(channel.isOpen()).isFalse();
    assertThatThrownBy(() -> channel.exchange(call(), soon()))
        .isInstanceOf(McpConnectException.class)
        .hasMessageContaining("the channel was closed");
    assertThatThrownBy(() -> channel.send(notice("notifications/x"), soon()))
        .isInstanceOf(McpConnectException.class);
    assertEverythingIsClosed();
  }

  @Test
  void doesNotDeleteExpiredSession() throws Exception {
    session((request, answer) -> answer.respond(404, null, ""));
    assertThatThrownBy(() -> response(call())).isInstanceOf(McpSessionLostException.class);
    server.received();

    channel.retire();

    server.closeAfterClient();
    assertThat(server.hasNoMoreRequests()).as("no DELETE").isTrue();
  }

  @Test
  void completesOpenExchange() throws Exception {
    session(
        (request, answer) -> {
          answer.stream();
          answer.event(Answer.progress(1));
          go.await();
          answer.event(Answer.result(request.id()));
          answer.endOfStream();
        });
    try (Exchange exchange = channel.exchange(call(), soon())) {
      exchange.next(soon());

      channel.retire();

      assertThat(channel.isOpen()).isFalse();
      assertThatThrownBy(() -> channel.exchange(call(), soon()))
          .isInstanceOf(McpConnectException.class);
      channel.send(notice("an answer that the server waits for"), soon());
      go.countDown();
      assertThat(exchange.next(soon())).isInstanceOf(JsonRpcResponse.class);
    }
    server.received();
    assertThat(server.received().body()).contains("an answer");
    assertEverythingIsClosed();
  }

  @Test
  void retriesWithNewCredentialsAfterRetire() throws Exception {
    SecondToken credentials = new SecondToken();
    session(
        (request, answer) -> {
          go.await();
          if (credentials.isRefused()) {
            answer.result(request);
          } else {
            answer.respond(401, null, "");
          }
        },
        builder -> builder.credentials(credentials));
    try (Exchange exchange = channel.exchange(call(), soon())) {
      channel.retire();
      go.countDown();

      assertThat(exchange.next(soon())).isInstanceOf(JsonRpcResponse.class);
    }
    server.received();
    server.received();
    assertEverythingIsClosed();
  }

  @Test
  void sendsCancellationOfOpenExchange() throws Exception {
    session((request, answer) -> answer.awaitClosed());
    try (Exchange exchange = channel.exchange(call(), soon())) {
      channel.retire();

      exchange.abandon(notice("notifications/cancelled"));
    }
    server.received();
    assertThat(server.received().body()).contains("notifications/cancelled");
    assertEverythingIsClosed();
  }

  @Test
  void closingRetiredChannelFailsOpenExchange() throws Exception {
    session((request, answer) -> answer.awaitClosed());
    Exchange exchange = channel.exchange(call(), soon());
    server.received(); // before the DELETE, which takes another connection
    channel.retire();
    var failure = new FutureTask<>(() -> catchThrowable(() -> exchange.next(soon())));
    Thread caller = new Thread(failure);
    caller.start();

    channel.close();

    assertThat(failure.get(60, TimeUnit.SECONDS))
        .isInstanceOf(McpConnectionLostException.class)
        .hasMessageContaining("the channel was closed");
    assertEverythingIsClosed();
    exchange.close();
  }
}
