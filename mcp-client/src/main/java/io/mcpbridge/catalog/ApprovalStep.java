package io.mcpbridge.catalog;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalRequest;
import io.mcpbridge.approval.Approvals;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.error.ServerText;
import java.util.concurrent.CompletableFuture;

/**
 * Sends a call only if the approval policy allows it. Runs after every step that changes the
 * arguments, so that users approve what is sent, and before every step that waits for the server.
 */
final class ApprovalStep implements ToolCallStep {

  private final Approvals approvals;
  private final CallerContext callers;

  /**
   * @param callers identifies the caller where the call options do not
   */
  ApprovalStep(Approvals approvals, CallerContext callers) {
    this.approvals = approvals;
    this.callers = callers;
  }

  @Override
  public ToolOutput take(ToolCall call, Chain chain) {
    CatalogTool tool = call.tool();
    Approvals.Verdict verdict =
        approvals.decide(
            tool.server(),
            tool.listed(),
            call.server().options().alwaysAllows(tool.name()),
            () -> request(call),
            call.server().approvals());
    return verdict.decision().allowed()
        ? chain.proceed(allowed(call, verdict))
        : ToolOutput.refusal(refusal(call, verdict.decision()));
  }

  /** Blocks no thread while a user decides. */
  @Override
  public CompletableFuture<ToolOutput> takeAsync(ToolCall call, AsyncCall async, AsyncRest rest) {
    CatalogTool tool = call.tool();
    return async
        .await(
            () ->
                approvals.decideAsync(
                    tool.server(),
                    tool.listed(),
                    call.server().options().alwaysAllows(tool.name()),
                    () -> request(call),
                    call.server().approvals(),
                    async.threads()))
        .thenCompose(
            verdict ->
                verdict.decision().allowed()
                    ? rest.proceed(allowed(call, verdict))
                    : CompletableFuture.completedFuture(
                        ToolOutput.refusal(refusal(call, verdict.decision()))));
  }

  private ApprovalRequest request(ToolCall call) {
    CatalogTool tool = call.tool();
    return new ApprovalRequest(
        tool.server(), tool.modelName(), tool.shown(), call.arguments(), withUser(call.options()));
  }

  private static ToolCall allowed(ToolCall call, Approvals.Verdict verdict) {
    if (!verdict.byPerson()) {
      return call;
    }
    call.server().refuseIfOutdated(call);
    verdict.remember();
    return call.approved();
  }

  private CallOptions withUser(CallOptions options) {
    return options.user() == null ? options.withUser(callers.capture().user()) : options;
  }

  private static String refusal(ToolCall call, ApprovalDecision decision) {
    String reason = decision.reason() == null ? "it was not allowed" : decision.reason();
    return call.modelName() + " did not run: " + ServerText.line(reason) + ".";
  }
}
