package io.mcpbridge.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectAttemptTest {

  /** It may take as long as a user takes to grant permission. */
  @Test
  void whoIsCancelledWaitsNoMoreForSomebodyElsesAttempt() throws Exception {
    ConnectAttempt attempt = new ConnectAttempt();
    CompletableFuture<Runnable> cancel = new CompletableFuture<>();
    CompletableFuture<Runnable> left = new CompletableFuture<>();
    Deadline deadline =
        Deadline.after(Duration.ofSeconds(20))
            .orUntil(
                new Deadline.CancelCheck() {
                  @Override
                  public void addListener(Runnable listener) {
                    cancel.complete(listener);
                  }

                  @Override
                  public void removeListener(Runnable listener) {
                    left.complete(listener);
                  }
                });
    FutureTask<Throwable> failure =
        new FutureTask<>(() -> catchThrowable(() -> attempt.await(deadline)));
    new Thread(failure).start();

    cancel.get(10, TimeUnit.SECONDS).run();

    assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(McpCancelledException.class);
    assertThat(left).isCompletedWithValue(cancel.join());
  }
}
