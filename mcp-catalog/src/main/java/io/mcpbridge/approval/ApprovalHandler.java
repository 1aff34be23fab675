package io.mcpbridge.approval;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
   * Forgets decisions that the handler itself remembers for later calls, see {@link
   * io.mcpbridge.catalog.ToolCatalog#forgetApprovals()}. By default it remembers none.
   *
   * @param server {@code null} for those about all servers
   * @param user {@code null} for those of all users
   */
  default void forget(@Nullable String server, @Nullable Object user) {}

  /**
   * Where calls are suspended whose servers require input ({@link McpElicitations}). A handler that
   * delegates to another one returns that of the other. By default there is none, so such calls
   * wait.
   */
  default @Nullable McpApprovals approvals() {
    return null;
  }

  /**
   * Creates a handler that answers before it returns, such as a terminal prompt or a check of the
   * arguments. No timeout applies to it.
   */
  static ApprovalHandler of(Function<? super ApprovalRequest, ApprovalDecision> ask) {
    return request -> CompletableFuture.completedFuture(ask.apply(request));
  }
}
