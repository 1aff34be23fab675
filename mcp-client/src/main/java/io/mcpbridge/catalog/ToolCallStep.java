package io.mcpbridge.catalog;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A step in the chain of a tool call: inspects or changes the call, answers it, or passes it on.
 * Runs on the calling thread.
 */
@FunctionalInterface
interface ToolCallStep {

  ToolOutput take(ToolCall call, Chain chain);

  /**
   * As {@link #take}, for an asynchronous call. The default suits steps that do nothing after
   * passing the call on; other steps override it.
   */
  default CompletableFuture<ToolOutput> takeAsync(ToolCall call, AsyncCall async, AsyncRest rest) {
    Next next = new Next();
    ToolOutput output = take(call, next);
    return next.call == null ? CompletableFuture.completedFuture(output) : rest.proceed(next.call);
  }

  /** The rest of the chain. */
  @FunctionalInterface
  interface Chain {

    ToolOutput proceed(ToolCall call);
  }

  /** The rest of the chain of an asynchronous call. */
  @FunctionalInterface
  interface AsyncRest {

    CompletableFuture<ToolOutput> proceed(ToolCall call);
  }

  /** Captures the call that a step passes on. */
  final class Next implements Chain {

    private static final ToolOutput NOT_YET = ToolOutput.refusal("");

    private @Nullable ToolCall call;

    @Override
    public ToolOutput proceed(ToolCall call) {
      this.call = call;
      return NOT_YET;
    }
  }
}
