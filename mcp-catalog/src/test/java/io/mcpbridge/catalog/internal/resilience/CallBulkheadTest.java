package io.mcpbridge.catalog.internal.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpUnavailableException;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallBulkheadTest {

  private final CallBulkhead bulkhead = new CallBulkhead(1, 2);

  @Test
  void grantsReleasedPermitInFifoOrder() {
    CompletableFuture<@Nullable Void> first = bulkhead.request();
    CompletableFuture<@Nullable Void> second = bulkhead.request();
    CompletableFuture<@Nullable Void> third = bulkhead.request();
    assertThat(first).isCompleted();
    assertThat(second).isNotDone();

    bulkhead.end(first);

    assertThat(second).isCompleted();
    assertThat(third).isNotDone();
  }

  /** However the threads are scheduled. */
  @Test
  void newCallDoesNotTakeReturnedPermitFromWaitingCall() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      CallBulkhead bulkhead = new CallBulkhead(1, 2);
      CompletableFuture<@Nullable Void> first = bulkhead.request();
      CompletableFuture<@Nullable Void> waiting = bulkhead.request();
      CyclicBarrier start = new CyclicBarrier(2);
      CompletableFuture<CompletableFuture<@Nullable Void>> late = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                await(start);
                late.complete(bulkhead.request());
              });
      thread.start();

      await(start);
      bulkhead.end(first);
      thread.join();

      assertThat(waiting).isCompleted();
      assertThat(late.join()).isNotDone();
    }
  }

  private static void await(CyclicBarrier start) {
    try {
      start.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void cancelledCallLeavesQueue() {
    CompletableFuture<@Nullable Void> first = bulkhead.request();
    CompletableFuture<@Nullable Void> second = bulkhead.request();
    CompletableFuture<@Nullable Void> third = bulkhead.request();
    assertThatThrownBy(bulkhead::request).isInstanceOf(McpUnavailableException.class);

    second.cancel(true);
    bulkhead.end(second);
    CompletableFuture<@Nullable Void> fourth = bulkhead.request();
    bulkhead.end(first);

    assertThat(third).isCompleted();
    assertThat(fourth).isNotDone();
  }

  /** As when there is no thread for a call. */
  @Test
  void callEndedWithoutPermitLeavesQueue() {
    CompletableFuture<@Nullable Void> first = bulkhead.request();
    CompletableFuture<@Nullable Void> second = bulkhead.request();
    CompletableFuture<@Nullable Void> third = bulkhead.request();

    bulkhead.end(second);
    CompletableFuture<@Nullable Void> fourth = bulkhead.request();
    bulkhead.end(first);

    assertThat(third).isCompleted();
    assertThat(fourth).isNotDone();
  }

  /** As when a call gives up while a permit is granted to it. */
  @Test
  void returnsPermitGrantedToCancelledCall() {
    CompletableFuture<@Nullable Void> first = bulkhead.request();
    CompletableFuture<@Nullable Void> second = bulkhead.request();
    bulkhead.end(first);

    bulkhead.end(second);

    assertThat(bulkhead.request()).isCompleted();
  }
}
