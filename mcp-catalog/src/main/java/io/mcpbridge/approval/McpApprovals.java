package io.mcpbridge.approval;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls that wait for a person's decision, for a page, a chat or an approver elsewhere in the
 * application. The thread of the call waits, or the future of {@code callAsync} is open, for at
 * most {@link ApprovalPolicy.Builder#timeout}.
 *
 * <pre>{@code
 * McpApprovals approvals = McpApprovals.inMemory();
 * ApprovalPolicy policy =
 *     ApprovalPolicy.builder().ask("cancel_order").handlerAsync(approvals).build();
 *
 * approvals.ofUser("ada").forEach(call -> show(call.id(), call.question()));
 * approvals.decide(id, "ada", ApprovalDecision.allow());
 * }</pre>
 *
 * <p>A handler that delegates to this one passes a cancellation of its future on, or the call goes
 * on waiting after its time. In memory: a restart refuses the calls that wait, and another instance
 * does not see them. Thread-safe.
 */
public final class McpApprovals implements ApprovalHandler {

  /** Bounds the memory; further calls are refused. */
  static final int MAX_PENDING = 10_000;

  private static final Logger log = LoggerFactory.getLogger(McpApprovals.class);

  private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final Supplier<? extends @Nullable Object> currentUser;

  private McpApprovals(Supplier<? extends @Nullable Object> currentUser) {
    this.currentUser = currentUser;
  }

  private record Waiting(PendingApproval call, CompletableFuture<ApprovalDecision> decision) {}

  /** Receives calls when they start and stop waiting, on the thread that causes it. */
  public interface Listener {

    /** A call waits for a decision. */
    default void requested(PendingApproval call) {}

    /**
     * A call waits no longer.
     *
     * @param decision {@code null} if there is none: its time is up, or its caller has given up
     */
    default void ended(PendingApproval call, @Nullable ApprovalDecision decision) {}
  }

  /** Creates an instance without calls, which does not know the current user. */
  public static McpApprovals inMemory() {
    return new McpApprovals(() -> null);
  }

  /**
   * Creates an instance without calls.
   *
   * @param currentUser the user of the calling thread as in {@link ApprovalRequest#user}; {@code
   *     null} if there is none
   */
  public static McpApprovals inMemory(Supplier<? extends @Nullable Object> currentUser) {
    return new McpApprovals(currentUser);
  }

  /** Adds a listener. What it throws is logged. */
  public void addListener(Listener listener) {
    listeners.add(listener);
  }

  /** All calls that wait, the oldest first. For those who may decide for others. */
  public List<PendingApproval> all() {
    return list(call -> true);
  }

  /**
   * The calls of the user of the calling thread that wait, the oldest first. Empty without a user.
   */
  public List<PendingApproval> ofCurrentUser() {
    Object user = currentUser.get();
    return user == null ? List.of() : ofUser(user);
  }

  /**
   * Decides about a call of the user of the calling thread.
   *
   * @return whether the call waited, and was of this user. The first decision counts.
   * @throws IllegalArgumentException if the decision is for all users, which takes an approver
   */
  public boolean decideAsCurrentUser(String id, ApprovalDecision decision) {
    Object user = currentUser.get();
    return user != null && decide(id, user, decision);
  }

  /**
   * The calls of a user that wait, the oldest first.
   *
   * @param user as in {@link ApprovalRequest#user}
   */
  public List<PendingApproval> ofUser(Object user) {
    return list(call -> user.equals(call.request().user()));
  }

  private List<PendingApproval> list(Predicate<PendingApproval> filter) {
    return waiting.values().stream()
        .map(Waiting::call)
        .filter(filter)
        .sorted(Comparator.comparing(PendingApproval::created).thenComparing(PendingApproval::id))
        .toList();
  }

  /** A call that waits. */
  public Optional<PendingApproval> find(String id) {
    return Optional.ofNullable(waiting.get(id)).map(Waiting::call);
  }

  /**
   * Decides about a call of a user, as that user.
   *
   * @return whether the call waited, and was of this user. The first decision counts.
   * @throws IllegalArgumentException if the decision is for all users, which takes an approver
   */
  public boolean decide(String id, Object user, ApprovalDecision decision) {
    if (decision.isForAllUsers()) {
      throw new IllegalArgumentException("a user does not decide for all users");
    }
    Waiting call = waiting.get(id);
    return call != null
        && user.equals(call.call.request().user())
        && call.decision.complete(decision);
  }

  /**
   * Decides about a call of any user, as an approver: the caller checks who that is.
   *
   * @return whether the call waited. The first decision counts.
   */
  public boolean decide(String id, ApprovalDecision decision) {
    Waiting call = waiting.get(id);
    return call != null && call.decision.complete(decision);
  }

  @Override
  public CompletionStage<ApprovalDecision> ask(ApprovalRequest request) {
    if (waiting.size() >= MAX_PENDING) {
      return CompletableFuture.completedFuture(
          ApprovalDecision.deny("too many calls wait for approval"));
    }
    PendingApproval call =
        new PendingApproval(UUID.randomUUID().toString(), request, Instant.now());
    CompletableFuture<ApprovalDecision> decision = new CompletableFuture<>();
    waiting.put(call.id(), new Waiting(call, decision));
    log.info(
        "MCP server \"{}\": the {} waits for a decision (McpApprovals, {})",
        request.server(),
        request,
        call.id());
    tell(listener -> listener.requested(call));
    CompletableFuture<ApprovalDecision> unused =
        decision.whenComplete( // after requested, also if the decision is there already
            (decided, noDecision) -> {
              waiting.remove(call.id());
              tell(listener -> listener.ended(call, decided));
            });
    return decision;
  }

  private void tell(Consumer<Listener> event) {
    for (Listener listener : listeners) {
      try {
        event.accept(listener);
      } catch (Throwable e) { // an entry must not stay because of it
        log.error("A listener of McpApprovals failed", e);
      }
    }
  }
}
