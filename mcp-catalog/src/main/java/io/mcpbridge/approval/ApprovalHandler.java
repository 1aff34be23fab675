package io.mcpbridge.approval;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Asks for approval of a call, usually from a person. Runs on the thread that makes the call, so
 * the application's security and logging contexts are available; several threads may call it at
 * once. An exception counts as a refusal.
 */
@FunctionalInterface
public interface ApprovalHandler {

  /**
   * Asks, without waiting for the answer. The call waits for the returned stage for at most {@link
   * ApprovalPolicy.Builder#timeout}; then the future is cancelled, so that the application can
   * withdraw the question, and the call is refused.
   */
  CompletionStage<ApprovalDecision> ask(ApprovalRequest request);

  /**
   * Creates a handler that answers before it returns, such as a terminal prompt or a check of the
   * arguments. No timeout applies to it.
   */
  static ApprovalHandler of(Function<? super ApprovalRequest, ApprovalDecision> ask) {
    return request -> CompletableFuture.completedFuture(ask.apply(request));
  }
}
