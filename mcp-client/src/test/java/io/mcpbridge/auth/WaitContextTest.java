package io.mcpbridge.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WaitContextTest {

  @Test
  void completedFailedAndCancelledFuturesAreDone() {
    CompletableFuture<String> cancelled = new CompletableFuture<>();
    cancelled.cancel(false);

    assertThat(isDone(CompletableFuture.completedFuture("well"))).isTrue();
    assertThat(isDone(CompletableFuture.failedFuture(new IllegalStateException()))).isTrue();
    assertThat(isDone(cancelled)).isTrue();
  }

  @Test
  void incompleteFutureIsNotDone() {
    assertThat(isDone(new CompletableFuture<>())).isFalse();
  }

  private static boolean isDone(CompletableFuture<?> work) {
    return WaitContext.endless().await(work, Duration.ofMillis(1), "a token");
  }
}
