package io.mcpbridge.catalog;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is done with every call of a tool: looks at it, changes it, answers it, or goes on
 * with it. Runs on the calling thread.
 */
@FunctionalInterface
interface ToolCallStep {

  ToolOutput take(ToolCall call, Rest rest);

  /**
   * The same for an asynchronous call. As it is, for a step that is over once it goes on with the
   * call; others do what comes after in their own way.
   */
  default CompletableFuture<ToolOutput> takeAsync(ToolCall call, AsyncCall async, AsyncRest rest) {
    Next next = new Next();
    ToolOutput output = take(call, next);
    return next.call == null ? CompletableFuture.completedFuture(output) : rest.proceed(next.call);
  }

  /** What comes after the step. */
  @FunctionalInterface
  interface Rest {

    ToolOutput proceed(ToolCall call);
  }

  /** The same for an asynchronous call. */
  @FunctionalInterface
  interface AsyncRest {

    CompletableFuture<ToolOutput> proceed(ToolCall call);
  }

  /** Notes the call that a step goes on with. */
  final class Next implements Rest {

    private static final ToolOutput NOT_YET = ToolOutput.refusal("");

    private @Nullable ToolCall call;

    @Override
    public ToolOutput proceed(ToolCall call) {
      this.call = call;
      return NOT_YET;
    }
  }
}
