package io.mcpbridge.approval;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.internal.client.OpenRound;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls for which no thread waits: they are stored until a person has decided about them or has
 * given what their server requires, and are made when their conversation goes on.
 */
final class SuspendedCalls {

  private static final Logger log = LoggerFactory.getLogger(McpApprovals.class);

  private final McpApprovals approvals;
  private final ApprovalEntries entries;
  private final RememberedDecisions rememberedDecisions;
  private final SuspendedRounds rounds;
  private final @Nullable Duration suspension;
  private final int maxWaiting;
  private final boolean repeatsIdempotent;

  /**
   * @param suspension how long a call may take to go on; {@code null} if calls wait on their thread
   * @param maxWaiting the maximum number of calls of a conversation
   * @param repeatsIdempotent whether a call of an idempotent tool whose outcome is unknown is made
   *     again
   */
  SuspendedCalls(
      McpApprovals approvals,
      ApprovalEntries entries,
      RememberedDecisions rememberedDecisions,
      @Nullable Duration suspension,
      int maxWaiting,
      boolean repeatsIdempotent) {
    this.approvals = approvals;
    this.entries = entries;
    this.rememberedDecisions = rememberedDecisions;
    this.rounds = new SuspendedRounds(approvals, entries);
    this.suspension = suspension;
    this.maxWaiting = maxWaiting;
    this.repeatsIdempotent = repeatsIdempotent;
  }

  boolean isSuspending() {
    return suspension != null;
  }

  /** Stores a call until a person has decided about it. */
  ApprovalDecision add(
      ApprovalRequest request, @Nullable String user, @Nullable String conversation) {
    List<PendingApproval> unfinished = unfinished(user, conversation);
    Optional<PendingApproval> waiting = waitingCall(unfinished, request);
    if (waiting.isEmpty() && unfinished.size() >= maxWaiting) {
      return ApprovalDecision.deny("too many calls of this conversation wait for approval");
    }
    return ApprovalDecision.suspended(
        waiting.orElseGet(
            () ->
                approvals.stored(
                    request, user, conversation, Objects.requireNonNull(suspension), true)));
  }

  private List<PendingApproval> unfinished(@Nullable String user, @Nullable String conversation) {
    return conversation == null && user == null
        ? List.of() // of several callers
        : entries.suspended(PendingApproval.conversation(user, conversation)).stream()
            .filter(PendingApproval::hasNotBegun)
            .toList();
  }

  private static Optional<PendingApproval> waitingCall(
      List<PendingApproval> unfinished, ApprovalRequest request) {
    return unfinished.stream()
        .filter(call -> call.conversation() != null && isFor(call, request))
        .findFirst();
  }

  /**
   * Stores a call until the input is there that its server requires. One that a person allowed
   * keeps its entry.
   *
   * @throws McpInputRefusedException if it cannot be stored
   */
  ApprovalDecision suspend(ApprovalRequest request, OpenRound open) {
    String user = approvals.name(request.user());
    String conversation = approvals.name(request.caller().conversationId());
    Instant end = entries.now().plus(Objects.requireNonNull(suspension));
    String id = request.options().approvalId();
    if (open.pending().size() > maxWaiting) {
      throw new McpInputRefusedException("its server requires too much at once");
    }
    PendingApproval running = id == null ? null : entries.read(id);
    if (running != null) {
      boolean isApprovedByPerson = running.round() != null && !running.isAllowedByPolicy();
      Instant until = isApprovedByPerson ? running.runUntil() : end; // what a person allowed once
      if (!until.isAfter(entries.now())) {
        throw new McpInputRefusedException("its approval has expired");
      }
      return ApprovalDecision.suspended(rounds.suspend(running, false, request, open, until));
    }
    List<PendingApproval> unfinished = unfinished(user, conversation);
    Optional<PendingApproval> waiting = waitingCall(unfinished, request);
    if (waiting.isPresent()) {
      return ApprovalDecision.suspended(waiting.get());
    }
    if (unfinished.size() >= maxWaiting) {
      throw new McpInputRefusedException("too many calls of this conversation wait");
    }
    PendingApproval call =
        PendingApproval.waiting(
                UUID.randomUUID().toString(), request, user, conversation, entries.now(), end, true)
            .allowedByPolicy();
    return ApprovalDecision.suspended(rounds.suspend(call, true, request, open, end));
  }

  /** What happens to a call that goes on. */
  ApprovalDecision resume(String id, ApprovalRequest request) {
    PendingApproval call = entries.read(id);
    if (call == null || !isOf(call, request)) {
      return ApprovalDecision.deny("it has no approval " + id);
    }
    call = entries.current(call);
    ApprovalDecision decision = call.decision();
    switch (call.state()) {
      case WAITING:
        return ApprovalDecision.suspended(call);
      case DENIED, ANSWERED:
        return decision == null ? ApprovalDecision.deny() : decision;
      case ALLOWED, UNKNOWN:
        if (call.state() == ApprovalState.UNKNOWN && !mayRepeat(call)) {
          return used(call);
        }
        if (!isFor(call, request) && call.state() == ApprovalState.UNKNOWN) {
          return used(call); // the first call may have run
        }
        if (!isFor(call, request)) {
          return notExecuted(
              call,
              "the tool or the arguments changed "
                  + (call.isAllowedByPolicy() ? "meanwhile" : "after the approval"));
        }
        OpenRound round = call.round() == null ? null : rounds.answered(call);
        if (call.round() != null && round == null) {
          return ApprovalDecision.suspended(call);
        }
        if (call.isAllowedByPolicy()
            && !request.isAllowedByPolicy()
            && rememberedDecisions.find(request, call.user(), call.conversation()) == null) {
          return notExecuted(call, "it needs the approval of a person now");
        }
        if (decision != null && begin(call) != null) {
          return decision.about(id, approvals, round);
        }
        return ApprovalDecision.deny(
            (call.isAllowedByPolicy() ? "it" : "its approval")
                + " expired, or was used at the same time");
      default:
        return used(call);
    }
  }

  /** The policy denies a call now whose server required input. */
  void deniedByPolicy(String id, ApprovalRequest request) {
    PendingApproval call = entries.read(id);
    if (call != null
        && call.round() != null
        && call.state() == ApprovalState.ALLOWED
        && isOf(call, request)) {
      notExecuted(call, "this application does not allow it");
    }
  }

  private boolean isOf(PendingApproval call, ApprovalRequest request) {
    return Objects.equals(call.user(), approvals.name(request.user()))
        && Objects.equals(call.conversation(), approvals.name(request.caller().conversationId()));
  }

  private ApprovalDecision notExecuted(PendingApproval call, String reason) {
    String output = call.modelName() + " did not run: " + reason + ".";
    entries.finish(call, ApprovalState.NOT_EXECUTED, Map.of("output", output, "isError", true));
    return ApprovalDecision.deny(reason);
  }

  private static ApprovalDecision used(PendingApproval call) {
    return ApprovalDecision.deny("its approval cannot be used any more: " + call.state());
  }

  private @Nullable PendingApproval begin(PendingApproval call) {
    return call.state() == ApprovalState.UNKNOWN ? entries.repeat(call) : entries.begin(call);
  }

  private boolean mayRepeat(PendingApproval call) {
    return repeatsIdempotent
        && call.state() == ApprovalState.UNKNOWN
        && call.round() == null // a server need not accept its state twice
        && call.isIdempotent()
        && !call.isRepeated();
  }

  private static boolean isFor(PendingApproval call, ApprovalRequest request) {
    return call.server().equals(request.server())
        && call.tool().equals(request.tool().name())
        && call.definitionHash().equals(request.definitionHash())
        && call.argumentsHash().equals(request.argumentsHash());
  }

  /**
   * Makes the calls that may go on; an exception is logged.
   *
   * @return those that are over
   */
  List<ResumedCall> resume(List<PendingApproval> calls, Consumer<? super PendingApproval> caller) {
    List<ResumedCall> resumed = new ArrayList<>();
    for (PendingApproval call : calls) {
      boolean mayRun =
          call.state() == ApprovalState.ALLOWED
                  && (call.round() == null || rounds.answered(call) != null)
              || mayRepeat(call);
      PendingApproval last = mayRun ? afterCall(call, caller) : call;
      if (mayRepeat(last)) {
        last = afterCall(last, caller);
      }
      if (last.state().isFinal()) {
        resumed.add(new ResumedCall(last));
      }
    }
    return List.copyOf(resumed);
  }

  /** A failure must not keep the results of other calls from the conversation. */
  private PendingApproval afterCall(
      PendingApproval call, Consumer<? super PendingApproval> caller) {
    try {
      caller.accept(call);
    } catch (RuntimeException e) {
      log.warn("MCP server \"{}\": a suspended call failed: {}", call.server(), call, e);
    }
    return approvals.find(call.id()).orElse(call);
  }

  /** A call is over, so that no call can use its elicitations. */
  void withdrawElicitations(PendingApproval call) {
    rounds.ended(call);
  }
}
