package io.mcpbridge.client;

import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.thread.RefusableTask;
import io.mcpbridge.thread.SharedTimer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A call in the background; holds no thread while it is suspended. */
final class BackgroundCall<R> {

  private static final Logger log = LoggerFactory.getLogger(McpCall.class);

  private final Supplier<R> work;
  private final ActiveCall active;
  private final ClientCalls calls;
  private final Executor threads;
  private final CompletableFuture<R> result = new CompletableFuture<>();
  private volatile boolean over;

  /**
   * @param work runs the call; runs again from the beginning after a {@link CallSuspension}
   */
  BackgroundCall(Supplier<R> work, ActiveCall active, ClientCalls calls, Executor threads) {
    this.work = work;
    this.active = active;
    this.calls = calls;
    this.threads = threads;
    result.whenComplete(
        (ignored, failure) -> {
          if (!over) { // completed by the caller: canceled, or with orTimeout
            active.cancel(this::abandon);
          }
        });
  }

  CompletableFuture<R> result() {
    return result;
  }

  void begin() {
    calls.inFlightCounter().begin();
    execute();
  }

  private void execute() {
    try {
      threads.execute(new Step());
    } catch (RejectedExecutionException closed) {
      fail(new McpConnectionLostException("the client was closed", closed));
    }
  }

  /** Sending the cancellation may take a while; the thread that cancels does not wait for it. */
  private void abandon(Runnable telling) {
    try {
      threads.execute(telling);
    } catch (RejectedExecutionException closed) {
      log.debug("A cancelled call outlives its client, and the server is not told", closed);
    }
  }

  private final class Step implements RefusableTask {

    @Override
    public void run() {
      goOn();
    }

    @Override
    public void refused(Throwable cause) {
      fail(cause);
    }
  }

  private void goOn() {
    R outcome;
    try {
      outcome = work.get();
    } catch (CallSuspension callSuspension) {
      await(callSuspension);
      return;
    } catch (RuntimeException | Error e) {
      fail(e);
      return;
    }
    end();
    result.complete(outcome);
  }

  private void await(CallSuspension callSuspension) {
    Future<?> timeout =
        callSuspension.limit().isNever()
            ? CompletableFuture.completedFuture(null)
            : SharedTimer.plan(
                callSuspension.limit().remainingNanos(),
                () -> callSuspension.ready().complete(null));
    callSuspension
        .ready()
        .whenComplete(
            (ready, never) -> {
              timeout.cancel(false);
              execute();
            });
  }

  private void fail(Throwable cause) {
    end();
    result.completeExceptionally(cause);
  }

  private void end() {
    over = true;
    active.end();
    calls.inFlightCounter().end();
  }
}
