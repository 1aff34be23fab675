package io.mcpbridge.approval;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Asks somebody whether a call may be made: a person, most of the time. Runs on the thread that
 * makes the call, so the application's security and logging contexts are there, and by several
 * threads at once. What it throws counts as a refusal.
 */
@FunctionalInterface
public interface ApprovalHandler {

  /**
   * Asks, without waiting for the answer. The call waits for it as long as {@link
   * ApprovalPolicy.Builder#timeout} says; then the future is cancelled, so that the question can be
   * taken back, and the call is refused.
   */
  CompletionStage<ApprovalDecision> ask(ApprovalRequest request);

  /**
   * A handler that answers before it returns, such as one for a terminal or one that looks at the
   * arguments. It has to end by itself: no time limit holds for it.
   */
  static ApprovalHandler answering(Function<ApprovalRequest, ApprovalDecision> ask) {
    return request -> CompletableFuture.completedFuture(ask.apply(request));
  }
}
