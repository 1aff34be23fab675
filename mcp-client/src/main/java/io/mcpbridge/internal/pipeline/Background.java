package io.mcpbridge.internal.pipeline;

import io.mcpbridge.error.McpException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What an asynchronous call waits for, and whether it may still wait. Thread-safe. */
final class Background {

  static final String CANCELLED = "the call was cancelled by the caller";

  private final Executor executor;
  private final Function<@Nullable Throwable, McpException> closedNow;
  private final Runnable over;
  private @Nullable Wait current;
  private boolean isCancelled;
  private boolean isClosed;

  /**
   * @param closedNow creates the failure of a call whose wait ends because no more work is accepted
   * @param over runs at the end of the call
   */
  Background(
      Executor executor, Function<@Nullable Throwable, McpException> closedNow, Runnable over) {
    this.executor = executor;
    this.closedNow = closedNow;
    this.over = over;
  }

  Executor executor() {
    return executor;
  }

  McpException closedNow(Throwable cause) {
    return closedNow.apply(cause);
  }

  void over() {
    over.run();
  }

  synchronized boolean isCancelled() {
    return isCancelled;
  }

  /** Records what the call waits for from now on; ends the wait if it came too late. */
  void begin(Wait wait) {
    boolean cancels;
    boolean closes;
    synchronized (this) {
      current = wait;
      cancels = isCancelled;
      closes = isClosed;
    }
    end(wait, cancels, closes);
  }

  void cancel() {
    Wait wait;
    synchronized (this) {
      isCancelled = true;
      wait = current;
    }
    end(wait, true, false);
  }

  void close() {
    Wait wait;
    synchronized (this) {
      isClosed = true;
      wait = current;
    }
    end(wait, false, true);
  }

  private void end(@Nullable Wait wait, boolean cancels, boolean closes) {
    if (wait == null) {
      return;
    }
    if (cancels) {
      wait.stage().cancel(true);
    } else if (closes && !wait.isOwnWork()) {
      wait.stage().completeExceptionally(closedNow.apply(null));
    }
  }
}
