package io.mcpbridge.approval;

import io.mcpbridge.internal.text.Sha256;
import io.mcpbridge.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The {@code allowAlways()} decisions in an {@link ApprovalStore}: entries of their own, which are
 * found by a hash over what they are for.
 */
final class RememberedDecisions {

  private static final String ALL_USERS = "all";

  private static final Set<ApprovalState> REMEMBERED = EnumSet.of(ApprovalState.REMEMBERED);

  private final ApprovalEntries entries;
  private final Consumer<PendingApproval> revoked;
  private final boolean keepsArguments;

  /**
   * @param revoked receives each decision that ends before its time
   * @param keepsArguments whether to store the arguments, which may be large or secret
   */
  RememberedDecisions(
      ApprovalEntries entries, Consumer<PendingApproval> revoked, boolean keepsArguments) {
    this.entries = entries;
    this.revoked = revoked;
    this.keepsArguments = keepsArguments;
  }

  /** Stores the decision in place of an earlier one for the same calls. */
  void add(PendingApproval call, ApprovalDecision decision, String decider) {
    ApprovalDecision limited =
        call.needsArguments() && !decision.isForTheseArguments()
            ? decision.forTheseArguments()
            : decision;
    String id =
        id(
            limited.isForAllUsers() ? ALL_USERS : requester(call.user(), call.conversation()),
            call.server(),
            call.tool(),
            call.definitionHash(),
            limited.isForTheseArguments() ? call.argumentsHash() : null);
    PendingApproval previous = entries.read(id);
    long version = previous == null ? 0 : previous.stored().version() + 1;
    PendingApproval shown = keepsArguments ? call : call.withoutArguments();
    entries.save(shown.remembered(id, version, entries.now(), limited, decider), previous);
  }

  /** The stored decision that allows this call; {@code null} if there is none. */
  @Nullable PendingApproval find(
      ApprovalRequest request, @Nullable String user, @Nullable String conversation) {
    String argumentsHash = request.argumentsHash();
    List<String> ids = new ArrayList<>();
    for (String requester : List.of(requester(user, conversation), ALL_USERS)) {
      ids.add(id(requester, request, argumentsHash));
      if (!request.memory().needsArguments()) {
        ids.add(id(requester, request, null));
      }
    }
    List<PendingApproval> found = entries.readAll(ids);
    if (found.isEmpty()) {
      return null;
    }
    Instant now = entries.now();
    return found.stream()
        .filter(entry -> entry.state() == ApprovalState.REMEMBERED && now.isBefore(entry.expires()))
        .findFirst()
        .orElse(null);
  }

  /**
   * @param user {@code null} for those of all users
   */
  List<PendingApproval> list(@Nullable String user) {
    return list(user, any -> true);
  }

  private List<PendingApproval> list(@Nullable String user, Predicate<PendingApproval> filter) {
    Instant now = entries.now();
    return entries.list(
        REMEMBERED,
        user == null ? null : PendingApproval.owner(user),
        decision ->
            decision.state() == ApprovalState.REMEMBERED
                && now.isBefore(decision.expires())
                && (user == null || user.equals(decision.user()))
                && filter.test(decision));
  }

  /**
   * @param user who may revoke it; {@code null} for an approver
   * @param decider who revokes it
   */
  boolean revoke(String id, @Nullable String user, String decider) {
    PendingApproval decision = entries.read(id);
    return decision != null && mayRevoke(user, decision) && forget(decision, decider);
  }

  /**
   * @param server {@code null} for those about all servers
   * @param user {@code null} for those of all users
   */
  void forget(@Nullable String server, @Nullable String user) {
    List<PendingApproval> meant;
    do {
      meant =
          list(
              user,
              decision ->
                  (server == null || server.equals(decision.server()))
                      && mayRevoke(user, decision));
      meant.forEach(decision -> forget(decision, null));
    } while (!meant.isEmpty());
  }

  /** A user does not revoke what was decided for all users. */
  private static boolean mayRevoke(@Nullable String user, PendingApproval call) {
    ApprovalDecision decision = call.decision();
    return user == null
        || user.equals(call.user()) && (decision == null || !decision.isForAllUsers());
  }

  private boolean forget(PendingApproval decision, @Nullable String decider) {
    PendingApproval ended =
        decision.state() == ApprovalState.REMEMBERED ? entries.revoke(decision, decider) : null;
    if (ended != null) {
      revoked.accept(ended);
    }
    return ended != null;
  }

  /** The user, or else the conversation, so that anonymous users do not share approvals. */
  private static String requester(@Nullable String user, @Nullable String conversation) {
    return user != null
        ? "user " + user
        : conversation != null ? "conversation " + conversation : "unknown";
  }

  private static String id(
      String requester, ApprovalRequest request, @Nullable String argumentsHash) {
    return id(
        requester,
        request.server(),
        request.tool().name(),
        request.definitionHash(),
        argumentsHash);
  }

  private static String id(
      String requester,
      String server,
      String tool,
      String definitionHash,
      @Nullable String argumentsHash) {
    List<@Nullable String> subject =
        Arrays.asList(requester, server, tool, definitionHash, argumentsHash);
    return Sha256.of(Json.write(subject)).substring(0, 32);
  }
}
