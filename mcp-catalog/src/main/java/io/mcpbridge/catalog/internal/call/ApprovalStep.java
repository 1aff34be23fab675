package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.approval.ApprovalDecision;
import io.mcpbridge.approval.ApprovalRequest;
import io.mcpbridge.approval.Approvals;
import io.mcpbridge.approval.Approvals.PendingVerdict;
import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.arguments.ArgumentPolicy;
import io.mcpbridge.catalog.internal.counters.Counter;
import io.mcpbridge.catalog.internal.resilience.CallGuard.CountedCall;
import io.mcpbridge.catalog.internal.tools.DefinitionHash;
import io.mcpbridge.catalog.server.CallOutcome.Kind;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.internal.client.OpenRound;
import io.mcpbridge.internal.pipeline.Next;
import io.mcpbridge.internal.pipeline.PipelineStep;
import io.mcpbridge.internal.pipeline.StepField;
import io.mcpbridge.internal.pipeline.Wait;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.internal.text.Sha256;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a call only if the approval policy allows it. Runs after every step that changes the
 * arguments, so that users approve what is sent, and before every step that waits for the server.
 */
final class ApprovalStep implements PipelineStep<ToolCall> {

  private static final Logger log = LoggerFactory.getLogger(ApprovalStep.class);

  private static final StepField<PendingVerdict> PENDING = new StepField<>();

  private final Approvals approvals;
  private final ArgumentsStep argumentsStep;
  private final BooleanSupplier isSuspending;

  /**
   * @param argumentsStep validates arguments that the person who decided has changed
   */
  ApprovalStep(Approvals approvals, ArgumentsStep argumentsStep) {
    this.approvals = approvals;
    this.argumentsStep = argumentsStep;
    this.isSuspending = approvals::isSuspending;
  }

  @Override
  public Next before(ToolCall call) {
    PendingVerdict pending = PENDING.get(call);
    if (pending == null) {
      pending = decide(call);
      PENDING.set(call, pending);
    }
    return pending.stage().isDone() ? verdict(call, pending) : waitFor(pending);
  }

  @Override
  public Next after(ToolCall call) {
    PendingVerdict pending = PENDING.get(call);
    OpenRound open = call.failure() == null ? call.openRound() : null;
    if (open != null) {
      return suspend(call, open, pending);
    }
    if (pending != null) {
      pending.callEnded(call.delivery(), output(call));
    }
    return Next.RETURN;
  }

  /** Stores the call until the input is there that its server requires. */
  private Next suspend(ToolCall call, OpenRound open, @Nullable PendingVerdict pending) {
    Approvals.Verdict verdict;
    try {
      verdict = approvals.suspend(request(call), open);
    } catch (RuntimeException e) {
      if (pending != null) {
        pending.callEnded(call.delivery(), ErrorMappingStep.outputOf(call, e));
      }
      throw e;
    }
    return suspended(call, verdict);
  }

  /** What the model reads of the call, also if it failed. */
  private static @Nullable ToolOutput output(ToolCall call) {
    return call.failure() instanceof RuntimeException e
        ? ErrorMappingStep.outputOf(call, e)
        : call.output();
  }

  private PendingVerdict decide(ToolCall call) {
    CatalogTool tool = call.tool();
    CountedCall counted = call.counted();
    PendingVerdict pending =
        approvals.decide(
            tool,
            call.arguments(),
            call.caller().user(),
            call.server().alwaysAllows(tool.name()),
            () -> counted != null && counted.needsApproval(),
            () -> request(call),
            call.options().approvalId(),
            call.server().approvals());
    if (pending.wasAsked() && call.options().approvalId() == null) {
      call.server().history().callCounters().increment(Counter.APPROVALS_ASKED);
    }
    return pending;
  }

  private static Wait waitFor(PendingVerdict pending) {
    return Wait.until(
        pending.stage(),
        pending.timeout().toNanos(),
        pending::timeIsUp,
        "interrupted while waiting for approval");
  }

  private Next verdict(ToolCall call, PendingVerdict pending) {
    Approvals.Verdict verdict = pending.verdict();
    ApprovalDecision decision = verdict.decision();
    String answer = decision.answer();
    if (pending.wasAsked()
        && answer == null
        && !decision.isSuspended()
        && verdict.round() == null) {
      call.server()
          .history()
          .callCounters()
          .increment(decision.isAllowed() ? Counter.APPROVALS_GRANTED : Counter.APPROVALS_DENIED);
    }
    if (answer != null) {
      return call.answer(ToolOutput.success(answer), Kind.ANSWERED);
    }
    if (decision.isSuspended()) {
      return suspended(call, verdict);
    }
    if (!decision.isAllowed()) {
      String reason = decision.reason();
      return refuse(call, reason == null ? "it was not allowed" : reason);
    }
    if (decision.arguments() != null) {
      Next next = changeArguments(call, decision.arguments());
      if (next != Next.PROCEED) {
        return next;
      }
    }
    if (pending.wasAsked()
        && approvals.denies(call.tool(), call.arguments(), call.caller().user())) {
      return refuse(call, "this application does not allow it any more, or with these arguments");
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
    call.suspendable(isSuspending, verdict.round());
    return Next.PROCEED;
  }

  private static ApprovalRequest request(ToolCall call) {
    call.requireUser();
    CatalogTool tool = call.tool();
    return Approvals.request(
        tool.modelName(),
        tool.shown(),
        call.arguments(),
        call.options(),
        call.caller(),
        definitionHash(call),
        call.server().options().forTool(tool.name()).fixedArguments().names());
  }

  /** Another server at the same key, or another definition, needs another approval. */
  private static String definitionHash(ToolCall call) {
    return Sha256.of(
        call.server().transport().address() + " " + DefinitionHash.of(call.tool().listed()));
  }

  private Next changeArguments(ToolCall call, Map<String, @Nullable Object> changed) {
    if (argumentsStep.apply(call, changed, ArgumentPolicy.CHECK) != Next.PROCEED) {
      String problem = Objects.requireNonNull(call.output()).text();
      log.warn(
          "MCP server \"{}\": {} did not run: the arguments as they were changed by the decision"
              + " do not match its schema",
          call.tool().server(),
          call.modelName());
      return refuse(call, "its arguments were changed and do not match its schema. " + problem);
    }
    return Next.PROCEED;
  }

  private static Next suspended(ToolCall call, Approvals.Verdict verdict) {
    String text =
        call.modelName()
            + " "
            + verdict.waitsFor()
            + ". Do not call it again for this; its result follows in a later message.";
    String id = Objects.requireNonNull(verdict.decision().approvalId());
    return call.answer(
        new ToolOutput(text, false, null, List.of(), Map.of(McpApprovals.ID_META, id), null),
        Kind.SUSPENDED);
  }

  private static Next refuse(ToolCall call, String reason) {
    String text = ServerText.line(reason);
    return call.answer(
        ToolOutput.refusal(
            call.modelName() + " did not run: " + text + (text.endsWith(".") ? "" : ".")),
        Kind.REFUSED);
  }
}
