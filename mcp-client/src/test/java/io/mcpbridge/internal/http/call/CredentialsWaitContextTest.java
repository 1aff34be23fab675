package io.mcpbridge.internal.http.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.auth.Challenge;
import io.mcpbridge.auth.Credentials;
import io.mcpbridge.auth.OutgoingRequest;
import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.jsonrpc.JsonRpcMessage;
import io.mcpbridge.jsonrpc.JsonRpcResponse;
import io.mcpbridge.transport.ChannelMode;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Exchange;
import io.mcpbridge.transport.http.HttpTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Slow credentials: the call respects its deadline and does not block others. */
class CredentialsWaitContextTest extends HttpTest {

  private final CompletableFuture<String> token = new CompletableFuture<>();
  private final CountDownLatch waiting = new CountDownLatch(1);
  private boolean inAdvance;

  /** Waits before it returns the token, initially or on renewal. */
  private final Credentials slow =
      new Credentials() {
        @Override
        public Map<String, String> headersFor(OutgoingRequest request) {
          if (inAdvance && new String(request.body()).contains("tools/call")) {
            waiting.countDown();
            request.waitContext().await(token, Duration.ofMinutes(5), "a token of example.com");
          }
          return token.isDone() ? Map.of("Authorization", token.join()) : Map.of();
        }

        @Override
        public boolean renew(Challenge challenge) {
          waiting.countDown();
          return challenge
              .waitContext()
              .await(token, Duration.ofMinutes(5), "a token of example.com");
        }
      };

  @BeforeEach
  void connect() throws Exception {
    connect(
        ChannelMode.STATELESS,
        (request, answer) -> {
          if (request.header("Authorization") == null && request.body().contains("tools/call")) {
            answer.respond(401, null, "log in", "WWW-Authenticate: Bearer");
          } else {
            answer.result(request);
          }
        },
        builder -> builder.credentials(slow).maxConnections(1));
  }

  @Test
  void callTimeoutEndsWaitForCredentials() {
    assertThatThrownBy(() -> next(deadlineIn(100)))
        .isInstanceOf(McpTimeoutException.class)
        .hasMessageContaining("tools/call")
        .hasMessageContaining("100 ms (setting timeout)")
        .hasMessageContaining("waiting for a token of example.com");
  }

  @Test
  void releasesPermitWhileWaitingForCredentials() throws Exception {
    FutureTask<JsonRpcMessage> call = begun();

    assertThat(response(request("ping")).result()).isNotNull();
    token.complete("Bearer s3cret");

    assertThat(((JsonRpcResponse) call.get(60, TimeUnit.SECONDS)).result()).isNotNull();
    assertThat(server.connections()).isEqualTo(1);
    assertThat(response(request("ping")).result()).isNotNull(); // the permit was released once
  }

  @Test
  void releasesPermitWhileRenewingTokenInAdvance() throws Exception {
    inAdvance = true;
    FutureTask<JsonRpcMessage> call = begun();

    assertThat(response(request("ping")).result()).isNotNull();
    token.complete("Bearer s3cret");

    assertThat(((JsonRpcResponse) call.get(60, TimeUnit.SECONDS)).result()).isNotNull();
  }

  @Test
  void abandoningEndsWaitForCredentials() throws Exception {
    List<Exchange> exchanges = new CopyOnWriteArrayList<>();
    FutureTask<Throwable> failure =
        new FutureTask<>(
            () ->
                catchThrowable(
                    () -> {
                      try (Exchange exchange = channel.exchange(call(), soon())) {
                        exchanges.add(exchange);
                        exchange.next(soon());
                      }
                    }));
    new Thread(failure).start();
    assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();

    exchanges.get(0).abandon(null);

    assertThat(failure.get(60, TimeUnit.SECONDS)).isInstanceOf(McpCancelledException.class);
  }

  @Test
  void cancellationBeforeSendEndsWaitForCredentials() throws Exception {
    inAdvance = true;
    Withdrawn withdrawn = new Withdrawn();
    FutureTask<Throwable> failure =
        new FutureTask<>(() -> catchThrowable(() -> next(soon().orUntil(withdrawn))));
    new Thread(failure).start();
    assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();

    withdrawn.all.get(60, TimeUnit.SECONDS).run();

    assertThat(failure.get(60, TimeUnit.SECONDS)).isInstanceOf(McpCancelledException.class);
    assertThat(withdrawn.removed).isCompleted();
  }

  /** Withdraws a deadline early. */
  private static final class Withdrawn implements Deadline.CancelCheck {
    private final CompletableFuture<Runnable> all = new CompletableFuture<>();
    private final CompletableFuture<Runnable> removed = new CompletableFuture<>();

    @Override
    public void addListener(Runnable listener) {
      all.complete(listener);
    }

    @Override
    public void removeListener(Runnable listener) {
      removed.complete(listener);
    }
  }

  @Test
  void closingChannelEndsWaitForCredentials() throws Exception {
    FutureTask<Throwable> failure = new FutureTask<>(() -> catchThrowable(() -> next(soon())));
    new Thread(failure).start();
    assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();

    channel.close();

    assertThat(failure.get(60, TimeUnit.SECONDS))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("closed");
  }

  private FutureTask<JsonRpcMessage> begun() throws InterruptedException {
    FutureTask<JsonRpcMessage> call = new FutureTask<>(() -> next(soon()));
    new Thread(call).start();
    assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();
    return call;
  }

  private JsonRpcMessage next(Deadline deadline) {
    try (Exchange exchange = channel.exchange(call(), deadline)) {
      return exchange.next(deadline);
    }
  }
}
