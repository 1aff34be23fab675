package io.mcpbridge.internal.client.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mcpbridge.error.McpCancelledException;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectorTest {

  /** It may take as long as a user takes to grant permission. */
  @Test
  void cancellationEndsWaitForConcurrentConnect() throws Exception {
    CountDownLatch connecting = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Connector connector =
        new Connector(
            deadline -> {
              connecting.countDown();
              awaitUninterrupted(goOn);
              throw new McpConnectException("gone");
            });
    Thread connectingThread =
        new Thread(() -> catchThrowable(() -> connector.connection(Deadline.never())));
    connectingThread.start();
    assertThat(connecting.await(60, TimeUnit.SECONDS)).isTrue();
    CompletableFuture<Runnable> cancel = new CompletableFuture<>();
    CompletableFuture<Runnable> removedListener = new CompletableFuture<>();
    Deadline deadline =
        Deadline.after(Duration.ofSeconds(60))
            .orUntil(
                new Deadline.CancelCheck() {
                  @Override
                  public void addListener(Runnable listener) {
                    cancel.complete(listener);
                  }

                  @Override
                  public void removeListener(Runnable listener) {
                    removedListener.complete(listener);
                  }
                });
    FutureTask<Throwable> failure =
        new FutureTask<>(() -> catchThrowable(() -> connector.connection(deadline)));
    new Thread(failure).start();

    cancel.get(60, TimeUnit.SECONDS).run();

    assertThat(failure.get(60, TimeUnit.SECONDS)).isInstanceOf(McpCancelledException.class);
    assertThat(removedListener).isCompletedWithValue(cancel.join());
    goOn.countDown();
    connectingThread.join();
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
