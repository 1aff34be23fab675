package io.mcpbridge.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** What becomes of an asynchronous call whose threads are gone. */
class AsyncCallTest {

  private static final Executor SHUT_DOWN =
      work -> {
        throw new RejectedExecutionException("shut down");
      };

  private final AsyncCall call = new AsyncCall(SHUT_DOWN, CallerContext.NOTHING);

  /** Its users handle the type that executors throw. */
  @Test
  void theExecutorRejectsAsOthersDo() {
    assertThatThrownBy(() -> call.executor().execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void aPermitThatCannotBeUsedIsReleased() {
    Deadline deadline = Deadline.after(Duration.ofMinutes(5), "timeout");
    CallBulkhead callBulkhead = new CallBulkhead(1, 10);
    assertThat(callBulkhead.takeAsync(deadline, call)).isCompleted();
    CompletableFuture<?> waiting = callBulkhead.takeAsync(deadline, call);

    callBulkhead.release();

    assertThat(waiting)
        .failsWithin(Duration.ofSeconds(10))
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(McpUnavailableException.class);
    assertThat(callBulkhead.takeAsync(deadline, call)).isCompleted();
  }
}
