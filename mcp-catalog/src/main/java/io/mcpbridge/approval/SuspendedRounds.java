package io.mcpbridge.approval;

import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.internal.client.OpenRound;
import io.mcpbridge.internal.jdbc.UnicodeText;
import io.mcpbridge.json.Json;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.model.ElicitFormRequest;
import io.mcpbridge.model.ElicitResult;
import io.mcpbridge.model.InputRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The suspended calls whose servers require input, and the forms and URLs that they wait for. Such
 * a call may run like one that a person has allowed, once all of its elicitations are answered.
 */
final class SuspendedRounds {

  /** Bounds what a server can put into an entry, in characters of JSON. */
  private static final int MAX_LENGTH = 500_000;

  private static final Logger log = LoggerFactory.getLogger(McpApprovals.class);

  private final McpApprovals approvals;
  private final ApprovalEntries entries;

  SuspendedRounds(McpApprovals approvals, ApprovalEntries entries) {
    this.approvals = approvals;
    this.entries = entries;
  }

  /**
   * Stores a round, and its elicitations before it.
   *
   * @param call an entry that is not stored yet, or one that runs
   * @param isNew whether it is not stored yet
   * @return the entry as it is stored
   * @throws McpInputRefusedException if it cannot be stored
   */
  PendingApproval suspend(
      PendingApproval call, boolean isNew, ApprovalRequest request, OpenRound open, Instant end) {
    Map<String, String> ids = new LinkedHashMap<>();
    open.pending().keySet().forEach(key -> ids.put(key, UUID.randomUUID().toString()));
    Map<String, @Nullable Object> changes = PendingApproval.roundMembers(round(open, ids), end);
    List<PendingElicitation> waiting = new ArrayList<>();
    PendingApproval suspended = call.with(ApprovalState.ALLOWED, end, changes);
    boolean isStored = false;
    try {
      for (Map.Entry<String, InputRequest> pending : open.pending().entrySet()) {
        PendingApproval elicitation =
            PendingElicitation.waiting(
                ids.getOrDefault(pending.getKey(), ""),
                pending.getValue(),
                request.caller(),
                call.user(),
                call.conversation(),
                entries.now(),
                end,
                true);
        entries.insert(elicitation);
        waiting.add(new PendingElicitation(elicitation));
      }
      if (isNew) {
        entries.insert(suspended);
      } else if (!entries.reopen(call, suspended)) {
        throw new McpInputRefusedException("it took too long, so that it could not be suspended");
      }
      isStored = true;
    } finally {
      withdraw(isStored ? ids(call) : ids.values()); // of the round before, or those of no call
    }
    log.info(
        "MCP server \"{}\": a call waits for its user (McpElicitations): {}",
        suspended.server(),
        suspended);
    waiting.forEach(
        elicitation -> approvals.tell(listener -> listener.elicitationRequested(elicitation)));
    return suspended;
  }

  private static Map<String, @Nullable Object> round(OpenRound open, Map<String, String> ids) {
    Map<String, @Nullable Object> answers = new LinkedHashMap<>();
    open.answers().forEach((key, answer) -> answers.put(key, PendingElicitation.toJson(answer)));
    Map<String, @Nullable Object> round = new LinkedHashMap<>();
    round.put("inputRequests", open.inputRequests().toMap());
    round.put("requestState", open.requestState());
    round.put("answers", answers);
    round.put("elicitations", ids);
    round.put("number", open.number());
    round.put(
        "isForm", open.pending().values().stream().anyMatch(ElicitFormRequest.class::isInstance));
    String json = Json.write(round);
    if (json.length() > MAX_LENGTH || !json.equals(UnicodeText.repaired(json))) {
      throw new McpInputRefusedException("what its server requires cannot be stored");
    }
    return round;
  }

  /**
   * The round of a call with all answers.
   *
   * @return {@code null} if not all are there
   */
  @Nullable OpenRound answered(PendingApproval call) {
    JsonObject round = call.round();
    JsonObject inputRequests = round == null ? null : round.object("inputRequests");
    if (round == null || inputRequests == null) {
      return null;
    }
    Map<String, PendingApproval> elicitations = new LinkedHashMap<>();
    entries.readAll(ids(call)).forEach(entry -> elicitations.put(entry.id(), entry));
    Map<String, ElicitResult> answers = new LinkedHashMap<>();
    round
        .map("answers")
        .forEach(
            (key, answer) -> answers.put(key, PendingElicitation.result(JsonObject.of(answer))));
    for (Map.Entry<String, @Nullable Object> waiting : round.map("elicitations").entrySet()) {
      PendingApproval elicitation = elicitations.get(String.valueOf(waiting.getValue()));
      if (elicitation == null || !elicitation.state().isFinal()) { // removed, or edited
        return null;
      }
      answers.put(waiting.getKey(), PendingElicitation.resultOf(elicitation));
    }
    Long number = round.integer("number");
    return new OpenRound(
        inputRequests,
        round.string("requestState"),
        answers,
        number == null ? 1 : Math.toIntExact(number));
  }

  /** No call can use the elicitations any more. */
  void ended(PendingApproval call) {
    withdraw(ids(call));
  }

  private void withdraw(Collection<String> ids) {
    for (String id : ids) {
      try {
        entries.change(
            id,
            elicitation ->
                elicitation.state() == ApprovalState.WAITING
                    ? entries.finish(elicitation, ApprovalState.WITHDRAWN, Map.of()) != null
                    : entries.removeContent(elicitation));
      } catch (RuntimeException e) {
        log.warn("The elicitation {} stays in the store until it is removed", id, e);
      }
    }
  }

  private static List<String> ids(PendingApproval call) {
    JsonObject round = call.round();
    return round == null
        ? List.of()
        : round.map("elicitations").values().stream().map(String::valueOf).toList();
  }
}
