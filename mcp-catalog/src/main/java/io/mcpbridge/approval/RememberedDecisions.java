package io.mcpbridge.approval;

import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code allowAlways()} decisions in an {@link ApprovalStore}: entries of their own, which are
 * found by a hash over what they are for.
 */
final class RememberedDecisions {

  private static final String ALL_USERS = "all";

  private final ApprovalStore store;

  RememberedDecisions(ApprovalStore store) {
    this.store = store;
  }

  /** Stores the decision in place of an earlier one for the same calls. */
  void add(PendingApproval call, ApprovalDecision decision, String decider) {
    ApprovalDecision limited =
        call.needsArguments() && !decision.isForTheseArguments()
            ? decision.forTheseArguments()
            : decision;
    String id =
        id(
            limited.isForAllUsers() ? ALL_USERS : who(call.user(), call.conversation()),
            call.server(),
            call.tool(),
            call.definitionHash(),
            limited.isForTheseArguments() ? call.arguments() : null);
    Instant now = store.now();
    StoredApproval previous = store.find(id);
    if (previous == null) {
      store.insert(call.remembered(id, 0, now, limited, decider).stored());
    } else {
      PendingApproval next = call.remembered(id, previous.version() + 1, now, limited, decider);
      store.replace(previous, next.stored(), false);
    }
  }

  /** Whether a stored decision allows this call. */
  boolean allows(ApprovalRequest request, @Nullable String user, @Nullable String conversation) {
    Map<String, @Nullable Object> arguments = Json.readObject(request.argumentsJson());
    List<String> ids = new ArrayList<>();
    for (String who : List.of(who(user, conversation), ALL_USERS)) {
      ids.add(id(who, request, arguments));
      if (!request.memory().needsArguments()) {
        ids.add(id(who, request, null));
      }
    }
    List<StoredApproval> found = store.findAll(ids);
    if (found.isEmpty()) {
      return false;
    }
    Instant now = store.now();
    return found.stream()
        .anyMatch(
            entry ->
                entry.state() == ApprovalState.REMEMBERED
                    && now.isBefore(entry.expires())
                    && PendingApproval.of(entry) != null);
  }

  /** The user, or else the conversation, so that anonymous users do not share approvals. */
  private static String who(@Nullable String user, @Nullable String conversation) {
    return user != null
        ? "user " + user
        : conversation != null ? "conversation " + conversation : "unknown";
  }

  private static String id(
      String who, ApprovalRequest request, @Nullable Map<String, @Nullable Object> arguments) {
    return id(who, request.server(), request.tool().name(), request.definitionHash(), arguments);
  }

  private static String id(
      String who,
      String server,
      String tool,
      String definitionHash,
      @Nullable Map<String, @Nullable Object> arguments) {
    String text = arguments == null ? null : Json.canonical(arguments);
    return Sha256.of(Json.write(Arrays.asList(who, server, tool, definitionHash, text)))
        .substring(0, 32);
  }
}
