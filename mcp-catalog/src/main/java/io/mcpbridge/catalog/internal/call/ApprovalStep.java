package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalRequest;
import io.mcpbridge.approval.Approvals;
import io.mcpbridge.approval.Approvals.PendingApproval;
import io.mcpbridge.catalog.internal.counters.Counter;
import io.mcpbridge.catalog.internal.resilience.CallGuard.CountedCall;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.pipeline.StepField;
import io.mcpbridge.internal.pipeline.Wait;
import io.mcpbridge.internal.text.ServerText;

/**
 * Sends a call only if the approval policy allows it. Runs after every step that changes the
 * arguments, so that users approve what is sent, and before every step that waits for the server.
 */
public final class ApprovalStep implements PipelineStep<ToolCall> {

  private static final StepField<PendingApproval> PENDING = new StepField<>();

  private final Approvals approvals;

  public ApprovalStep(Approvals approvals) {
    this.approvals = approvals;
  }

  @Override
  public Next before(ToolCall call) {
    PendingApproval pending = PENDING.get(call);
    if (pending == null) {
      pending = decide(call);
      PENDING.set(call, pending);
    }
    return pending.stage().isDone() ? verdict(call, pending) : waitFor(pending);
  }

  @Override
  public Next after(ToolCall call) {
    PendingApproval pending = PENDING.get(call);
    if (pending != null) {
      pending.withdraw();
    }
    return Next.RETURN;
  }

  private PendingApproval decide(ToolCall call) {
    CatalogTool tool = call.tool();
    CountedCall counted = call.counted();
    PendingApproval pending =
        approvals.decide(
            tool.server(),
            tool.listed(),
            tool.modelName(),
            call.server().alwaysAllows(tool.name()),
            () -> counted != null && counted.needsApproval(),
            () -> request(call),
            call.server().approvals());
    if (pending.wasAsked()) {
      call.server().history().callCounters().increment(Counter.APPROVALS_ASKED);
    }
    return pending;
  }

  private static Wait waitFor(PendingApproval pending) {
    return Wait.until(
        pending.stage(),
        pending.timeout().toNanos(),
        pending::timeIsUp,
        "interrupted while waiting for approval");
  }

  private static Next verdict(ToolCall call, PendingApproval pending) {
    Approvals.Verdict verdict = pending.verdict();
    if (pending.wasAsked()) {
      boolean allowed = verdict.decision().allowed();
      call.server()
          .history()
          .callCounters()
          .increment(allowed ? Counter.APPROVALS_GRANTED : Counter.APPROVALS_DENIED);
    }
    if (!verdict.decision().allowed()) {
      return call.answer(ToolOutput.refusal(refusal(call, verdict.decision())));
    }
    if (verdict.byPerson()) {
      call.server().refuseIfOutdated(call.server(), call.tool());
      verdict.remember();
      call.approved();
      CountedCall counted = call.counted();
      if (counted != null) {
        counted.approved();
      }
    }
    return Next.PROCEED;
  }

  private ApprovalRequest request(ToolCall call) {
    call.requireUser();
    CatalogTool tool = call.tool();
    return new ApprovalRequest(
        tool.modelName(), tool.shown(), call.arguments(), call.options(), call.caller());
  }

  private static String refusal(ToolCall call, ApprovalDecision decision) {
    String reason = decision.reason() == null ? "it was not allowed" : decision.reason();
    return call.modelName() + " did not run: " + ServerText.line(reason) + ".";
  }
}
