package io.mcpbridge.approval;

import io.mcpbridge.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The calls and elicitations in a store, and their way from one state to the next. An elicitation
 * is not found as a call, nor the other way round.
 */
final class ApprovalEntries {

  /** Bounds the lists. */
  private static final int MAX_LISTED = 1_000;

  /**
   * How many calls are marked as expired when a list is read; the next time marks others. Each
   * takes a statement of its own, since the state is encrypted with the rest of the entry.
   */
  private static final int MAX_EXPIRED = 50;

  private static final int MAX_ATTEMPTS = 5;
  private static final Set<ApprovalState> WAITING = EnumSet.of(ApprovalState.WAITING);
  private static final Duration ONE_DAY = Duration.ofDays(1);

  private final ApprovalStore store;
  private final Duration lease;
  private final Duration retention;
  private final Consumer<PendingApproval> ended;

  /**
   * @param lease when a running call counts as unknown
   * @param retention how long calls that are over are kept
   * @param ended receives each call that is over
   */
  ApprovalEntries(
      ApprovalStore store, Duration lease, Duration retention, Consumer<PendingApproval> ended) {
    this.store = store;
    this.lease = lease;
    this.retention = retention;
    this.ended = ended;
  }

  boolean isShared() {
    return store.isShared();
  }

  Instant now() {
    return store.now();
  }

  void insert(PendingApproval call) {
    store.insert(call.stored());
  }

  /** A call; {@code null} if there is none, or it cannot be read. */
  @Nullable PendingApproval read(String id) {
    PendingApproval entry = readAny(id);
    return entry == null || entry.isElicitation() ? null : entry;
  }

  /** {@code null} if there is none, or it cannot be read. */
  @Nullable PendingApproval readElicitation(String id) {
    PendingApproval entry = readAny(id);
    return entry == null || !entry.isElicitation() ? null : entry;
  }

  /** {@code null} if there is none, or it cannot be read. */
  @Nullable PendingApproval readAny(String id) {
    StoredApproval stored = store.find(id);
    return stored == null ? null : PendingApproval.of(stored);
  }

  /** Those that can be read, in any order. */
  List<PendingApproval> readAll(Collection<String> ids) {
    return readable(store.findAll(ids));
  }

  /**
   * The calls, the oldest first, at most 1,000.
   *
   * @param owner see {@link PendingApproval#owner}; {@code null} for those of all users
   */
  List<PendingApproval> list(
      Set<ApprovalState> states, @Nullable String owner, Predicate<PendingApproval> filter) {
    return listAny(states, owner, filter.and(entry -> !entry.isElicitation()));
  }

  /** Same, of elicitations that wait. */
  List<PendingApproval> listElicitations(
      @Nullable String owner, Predicate<PendingApproval> filter) {
    return listAny(
        WAITING,
        owner,
        filter.and(entry -> entry.isElicitation() && entry.state() == ApprovalState.WAITING));
  }

  private List<PendingApproval> listAny(
      Set<ApprovalState> states, @Nullable String owner, Predicate<PendingApproval> filter) {
    List<PendingApproval> listed = new ArrayList<>();
    StoredApproval last = null;
    List<StoredApproval> page;
    int expired = 0;
    do {
      page = store.list(states, owner, last, MAX_LISTED);
      Instant now = store.now();
      for (PendingApproval call : readable(page)) {
        if (!isOver(call, now) || expired++ < MAX_EXPIRED) {
          PendingApproval current = current(call, now);
          if (filter.test(current)) {
            listed.add(current);
          }
        }
      }
      last = page.isEmpty() ? null : page.get(page.size() - 1);
    } while (page.size() == MAX_LISTED && listed.size() < MAX_LISTED);
    return listed.size() <= MAX_LISTED ? listed : List.copyOf(listed.subList(0, MAX_LISTED));
  }

  /**
   * The suspended calls whose results the conversation does not have, the oldest first.
   *
   * @param conversation see {@link PendingApproval#conversation(String, String)}
   */
  List<PendingApproval> suspended(String conversation) {
    return current(store.listConversation(conversation, MAX_LISTED));
  }

  private List<PendingApproval> current(List<StoredApproval> approvals) {
    if (approvals.isEmpty()) {
      return List.of();
    }
    Instant now = store.now();
    return readable(approvals).stream().map(call -> current(call, now)).toList();
  }

  private static List<PendingApproval> readable(List<StoredApproval> approvals) {
    return approvals.stream().map(PendingApproval::of).filter(Objects::nonNull).toList();
  }

  private static boolean isOver(PendingApproval call, Instant now) {
    return !call.state().isFinal() && !now.isBefore(call.expires());
  }

  /** The call after its time, if that is up. */
  PendingApproval current(PendingApproval call) {
    return current(call, store.now());
  }

  private PendingApproval current(PendingApproval call, Instant now) {
    if (!isOver(call, now)) {
      return call;
    }
    ApprovalState state =
        call.state() == ApprovalState.RUNNING ? ApprovalState.UNKNOWN : ApprovalState.EXPIRED;
    PendingApproval over = finish(call, state, Map.of());
    if (over != null) {
      return over;
    }
    PendingApproval changed = readAny(call.id());
    return changed == null ? call : changed;
  }

  /**
   * Changes an entry that another process may change at the same time.
   *
   * @param change returns whether the entry is as it should be
   */
  void change(String id, Predicate<PendingApproval> change) {
    PendingApproval call = readAny(id);
    for (int i = 1; call != null && !change.test(call) && i < MAX_ATTEMPTS; i++) {
      call = readAny(id);
    }
  }

  /** Changes a call unless its time is up; {@code null} if it is, or another process was faster. */
  @Nullable PendingApproval decide(
      PendingApproval call, ApprovalState state, Map<String, ? extends @Nullable Object> changes) {
    Instant end = state.isFinal() ? removal(call) : call.expires();
    return replaced(call, call.with(state, end, changes), true);
  }

  /** Takes the approval, which no other process can then; {@code null} if that is too late. */
  @Nullable PendingApproval begin(PendingApproval call) {
    Instant end = store.now().plus(lease);
    return replaced(call, call.with(ApprovalState.RUNNING, end, Map.of()), true);
  }

  /** Lets a call run again whose outcome is unknown; {@code null} if that is too late. */
  @Nullable PendingApproval repeat(PendingApproval call) {
    Instant now = store.now();
    return now.isBefore(call.runUntil())
        ? replaced(
            call,
            call.with(ApprovalState.RUNNING, now.plus(lease), Map.of("repeated", true)),
            false)
        : null;
  }

  /** The call in its last state; {@code null} if another process was faster. */
  @Nullable PendingApproval finish(
      PendingApproval call, ApprovalState state, Map<String, ? extends @Nullable Object> changes) {
    Map<String, @Nullable Object> all = new HashMap<>(changes);
    all.put("delivered", false); // this result is another one
    JsonObject round = call.round();
    if (round != null) { // the server's state and answers are of no use any more
      all.put("round", Map.of("elicitations", round.map("elicitations")));
    }
    PendingApproval over = replaced(call, call.with(state, removal(call), all), false);
    if (over != null) {
      ended.accept(over);
    }
    return over;
  }

  /**
   * The call did not reach the server, and may be made again while there is time.
   *
   * @return whether it may
   */
  boolean release(PendingApproval call) {
    return store.now().isBefore(call.runUntil())
        && replaced(call, call.with(ApprovalState.ALLOWED, call.runUntil(), Map.of()), false)
            != null;
  }

  /** The call that runs waits for input again; false if another process was faster. */
  boolean reopen(PendingApproval running, PendingApproval suspended) {
    return running.state() == ApprovalState.RUNNING && replaced(running, suspended, true) != null;
  }

  /** The conversation has the result, so a store in memory may drop the call. */
  boolean delivered(PendingApproval call) {
    Instant end = store.isShared() ? call.expires() : store.now();
    return replaced(call, call.with(call.state(), end, Map.of("delivered", true)), false) != null;
  }

  /** Removes what a user entered into a form; false if another process changed the entry. */
  boolean removeContent(PendingApproval elicitation) {
    return elicitation.content().get("content") == null
        || replaced(
                elicitation,
                elicitation.with(
                    elicitation.state(),
                    elicitation.expires(),
                    Collections.singletonMap("content", null)),
                false)
            != null;
  }

  /** Stores an entry with a known id in place of an earlier one. */
  void save(PendingApproval entry, @Nullable PendingApproval previous) {
    if (previous == null) {
      insert(entry);
    } else {
      replaced(previous, entry, false);
    }
  }

  /** Ends a remembered decision; {@code null} if another process was faster. */
  @Nullable PendingApproval revoke(PendingApproval decision, @Nullable String decider) {
    Map<String, @Nullable Object> changes = new HashMap<>();
    changes.put("decidedBy", decider);
    return replaced(
        decision, decision.with(ApprovalState.WITHDRAWN, removal(decision), changes), false);
  }

  /**
   * A store in memory may drop a call whose caller waited. Calls of unknown conversations are
   * listed together, so they are kept for a day at most. The elicitations of a suspended call are
   * kept for as long as it may go on.
   */
  private Instant removal(PendingApproval call) {
    boolean isNeeded = call.isSuspended() || store.isShared();
    boolean isShared = call.isSuspended() && call.conversation() == null;
    Duration time = isShared && retention.compareTo(ONE_DAY) > 0 ? ONE_DAY : retention;
    Instant end = store.now().plus(isNeeded ? time : Duration.ZERO);
    return call.content().has("runUntil") && call.isElicitation() ? call.runUntil() : end;
  }

  private @Nullable PendingApproval replaced(
      PendingApproval call, PendingApproval next, boolean unlessExpired) {
    return store.replace(call.stored(), next.stored(), unlessExpired) ? next : null;
  }
}
