package io.mcpbridge.catalog;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalRequest;
import io.mcpbridge.approval.Approvals;
import io.mcpbridge.error.ServersWords;

/**
 * Lets a call go on only if it may. Stands behind everything that changes the arguments, so that
 * people agree to what is sent, and before everything that waits for the server.
 */
final class Approval implements ToolCallStep {

  private final Approvals approvals;

  Approval(Approvals approvals) {
    this.approvals = approvals;
  }

  @Override
  public ToolOutput take(ToolCall call, Rest rest) {
    CatalogTool tool = call.tool();
    ApprovalDecision decision =
        approvals.decide(
            new ApprovalRequest(
                tool.server(), tool.modelName(), tool.shown(), call.arguments(), call.options()),
            tool.listed(),
            call.server().options().alwaysAllows(tool.name()),
            call.server().approvals());
    return decision.allowed() ? rest.proceed(call) : ToolOutput.refusal(refusal(tool, decision));
  }

  private static String refusal(CatalogTool tool, ApprovalDecision decision) {
    String reason = decision.reason() == null ? "it was not allowed" : decision.reason();
    return tool.modelName() + " did not run: " + ServersWords.line(reason) + ".";
  }
}
