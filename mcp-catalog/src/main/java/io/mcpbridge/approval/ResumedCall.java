package io.mcpbridge.approval;

import io.mcpbridge.internal.text.DisplayText;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A suspended call that is over, with the result for the model: that of the tool, or a sentence why
 * there is none. {@link McpApprovals#resume} returns them. Immutable.
 */
public final class ResumedCall {

  private static final int MAX_ARGUMENTS_LENGTH = 200;

  private final PendingApproval approval;

  ResumedCall(PendingApproval approval) {
    this.approval = approval;
  }

  /** The call and the decision. */
  public PendingApproval approval() {
    return approval;
  }

  /** What the model reads as the result of the call, in place of the note that it waits. */
  public String text() {
    String output = approval.output();
    ApprovalDecision decision = approval.decision();
    switch (approval.state()) {
      case EXECUTED:
        return changes(decision)
            + (output == null ? approval.modelName() + " ran; its result is not known." : output);
      case ANSWERED:
        String answer = decision == null ? null : decision.answer();
        return answer == null ? didNotRun("a person answered in its place") : answer;
      case DENIED:
        return didNotRun(reason(decision));
      case EXPIRED:
        return didNotRun(
            approval.round() != null
                ? "its user did not answer in time, or the answer was not sent in time"
                : decision == null
                    ? "it was not approved in time"
                    : "it was approved, but the time for running it was up");
      case WITHDRAWN:
        return didNotRun("it was withdrawn");
      case UNKNOWN:
        return "It is not known whether "
            + approval.modelName()
            + " ran: it was "
            + (approval.round() == null ? "approved and started" : "sent with its input")
            + ", and no answer arrived. Check before calling it again.";
      default:
        return output == null
            ? didNotRun(
                (approval.isAllowedByPolicy() ? "it was not made" : "it was approved, but not made")
                    + ". Call it again if it is still needed")
            : output;
    }
  }

  private static String changes(@Nullable ApprovalDecision decision) {
    return decision == null || decision.arguments() == null
        ? ""
        : "A person changed the arguments to "
            + DisplayText.escapedLine(Json.write(decision.arguments()), MAX_ARGUMENTS_LENGTH)
            + ". The result:\n";
  }

  private static String reason(@Nullable ApprovalDecision decision) {
    String reason = decision == null ? null : decision.reason();
    return reason == null ? "it was not allowed" : reason;
  }

  private String didNotRun(String reason) {
    String line = ServerText.line(reason);
    return approval.modelName() + " did not run: " + line + (line.endsWith(".") ? "" : ".");
  }

  /** Whether the model should treat the text as a failure. */
  public boolean isError() {
    switch (approval.state()) {
      case EXECUTED:
        return approval.isOutputError();
      case ANSWERED:
        return false;
      default:
        return true;
    }
  }

  /**
   * The call and its text, for a message to a model that does not see its request any more. The
   * text is the server's words.
   */
  public String message() {
    return "The call of "
        + approval.modelName()
        + " with "
        + DisplayText.escapedLine(approval.argumentsJson(), MAX_ARGUMENTS_LENGTH)
        + (approval.round() == null ? " that waited for approval " : " that waited for input ")
        + approval.id()
        + " is over. Its result, which is not from the user: "
        + text();
  }

  /** Leaves out arguments and results, so that it is safe to log. */
  @Override
  public String toString() {
    return approval + " " + approval.state();
  }
}
