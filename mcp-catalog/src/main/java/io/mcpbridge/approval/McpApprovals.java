package io.mcpbridge.approval;

import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.error.McpInputRefusedException;
import io.mcpbridge.internal.jdbc.UnicodeText;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls that wait for a person's decision, for a page, a chat or an approver elsewhere in the
 * application. The thread of the call waits, or the future of {@code callAsync} is open, for at
 * most {@link ApprovalPolicy.Builder#timeout}; with {@link Builder#suspendFor} nothing waits.
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
 * <p>A decision is for exactly this call of this user, with these arguments, of this definition of
 * the tool on this server, and is used once. With a store that several instances of the application
 * share, each of them can decide. A decision only changes the stored entry; the call runs where it
 * was made, as the user who made it.
 *
 * <p>A handler that delegates to this one passes a cancellation of its future on, and returns the
 * decision that it got. Thread-safe.
 */
public final class McpApprovals implements ApprovalHandler {

  /**
   * The member of the {@code _meta} of the output of a call that waits while its conversation goes
   * on: the {@link PendingApproval#id}.
   */
  public static final String ID_META = "io.mcpbridge/approval";

  private static final Logger log = LoggerFactory.getLogger(McpApprovals.class);

  private static final Set<ApprovalState> WAITING = EnumSet.of(ApprovalState.WAITING);
  private static final Set<ApprovalState> NOT_BEGUN =
      EnumSet.of(ApprovalState.WAITING, ApprovalState.ALLOWED);

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final ApprovalEntries entries;
  private final WaitingCalls waitingCalls;
  private final McpElicitations elicitations;
  private final SuspendedCalls suspendedCalls;
  private final RememberedDecisions rememberedDecisions;
  private final Supplier<? extends @Nullable Object> currentUser;
  private final Function<Object, String> userName;
  private final boolean requesterMayDecide;

  private McpApprovals(Builder settings) {
    this.entries =
        new ApprovalEntries(settings.store, settings.lease, settings.retention, this::tellEnded);
    this.waitingCalls = new WaitingCalls(this, entries);
    this.elicitations = new McpElicitations(this, entries, waitingCalls);
    this.rememberedDecisions =
        new RememberedDecisions(entries, decision -> tell(it -> it.revoked(decision)), true);
    this.suspendedCalls =
        new SuspendedCalls(
            this,
            entries,
            rememberedDecisions,
            settings.suspension,
            settings.maxWaiting,
            settings.repeatsIdempotent);
    this.currentUser = settings.currentUser;
    this.userName = settings.userName;
    this.requesterMayDecide = settings.requesterMayDecide;
  }

  /** Receives what happens to calls, on the thread that causes it. */
  public interface Listener {

    /** A call waits for a decision. In the instance of the application that makes the call. */
    default void requested(PendingApproval call) {}

    /** A person has decided about a call. In the instance that the person uses. */
    default void decided(PendingApproval call) {}

    /** Nothing happens to a call any more, see its {@link PendingApproval#state}. */
    default void ended(PendingApproval call) {}

    /**
     * A remembered decision allows a call, so no person is asked. The call has the {@link
     * PendingApproval#id} of the {@linkplain McpApprovals#remembered decision}, and no other event.
     */
    default void reused(PendingApproval call) {}

    /**
     * A remembered decision was revoked, by {@link PendingApproval#decidedBy}, or forgotten, then
     * {@code null}.
     */
    default void revoked(PendingApproval decision) {}

    /** A form or a URL waits for its user. In the instance of the application that asks. */
    default void elicitationRequested(PendingElicitation elicitation) {}

    /** A form or a URL is answered, expired or withdrawn. */
    default void elicitationEnded(PendingElicitation elicitation) {}
  }

  /** Creates an instance with the defaults, which does not know the current user. */
  public static McpApprovals inMemory() {
    return builder().build();
  }

  /** Creates a builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** The forms and URLs of servers that wait for users, in the same store. */
  public McpElicitations elicitations() {
    return elicitations;
  }

  /** Whether calls do not wait for decisions ({@link Builder#suspendFor}). */
  public boolean isSuspending() {
    return suspendedCalls.isSuspending();
  }

  /** Adds a listener. What it throws is logged. */
  public void addListener(Listener listener) {
    listeners.add(listener);
  }

  /** All calls that wait, the oldest first; at most 1,000. For those who may decide for others. */
  public List<PendingApproval> all() {
    return entries.list(WAITING, null, call -> call.state() == ApprovalState.WAITING);
  }

  /**
   * The calls of the user of the calling thread that wait, the oldest first. Empty without a user.
   */
  public List<PendingApproval> ofCurrentUser() {
    Object user = currentUser();
    return user == null ? List.of() : ofUser(user);
  }

  /**
   * The user of the calling thread as in {@link ApprovalRequest#user}; {@code null} if there is
   * none.
   */
  public @Nullable Object currentUser() {
    return currentUser.get();
  }

  /**
   * The calls of a user that wait, the oldest first; at most 1,000.
   *
   * @param user as in {@link ApprovalRequest#user}
   */
  public List<PendingApproval> ofUser(Object user) {
    String name = userName.apply(user);
    return entries.list(
        WAITING,
        PendingApproval.owner(name),
        call -> call.state() == ApprovalState.WAITING && name.equals(call.user()));
  }

  /**
   * The suspended calls of a conversation whose results the conversation does not have, the oldest
   * first, in any state.
   *
   * @param user as in {@link ApprovalRequest#user}; {@code null} for an unknown user
   * @param conversationId as in {@link io.mcpbridge.context.CallerContext#conversationId}
   */
  public List<PendingApproval> suspended(@Nullable Object user, @Nullable Object conversationId) {
    return entries.suspended(PendingApproval.conversation(name(user), name(conversationId)));
  }

  /** A call, in any state; those that are over are kept for a while. */
  public Optional<PendingApproval> find(String id) {
    PendingApproval call = entries.read(id);
    return call == null || call.state() == ApprovalState.REMEMBERED
        ? Optional.empty()
        : Optional.of(entries.current(call));
  }

  /**
   * A call of a user, in any state.
   *
   * @param user as in {@link ApprovalRequest#user}
   */
  public Optional<PendingApproval> find(String id, Object user) {
    return find(id).filter(call -> userName.apply(user).equals(call.user()));
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
   * Decides about a call of a user, as that user.
   *
   * @return whether the call waited, was of this user, and {@linkplain Builder#requesterMayDecide
   *     may be decided} by this user. The first decision counts.
   * @throws IllegalArgumentException if the decision is for all users, which takes an approver
   */
  public boolean decide(String id, Object user, ApprovalDecision decision) {
    if (decision.isForAllUsers()) {
      throw new IllegalArgumentException("a user does not decide for all users");
    }
    String name = userName.apply(user);
    return requesterMayDecide && decide(id, name, decision, call -> name.equals(call.user()));
  }

  /**
   * Decides about a call of any user, as an approver: the caller checks who that is.
   *
   * @param approver for the record
   * @return whether the call waited, and is not of the approver if {@linkplain
   *     Builder#requesterMayDecide that is not allowed}. The first decision counts.
   */
  public boolean decideAsApprover(String id, Object approver, ApprovalDecision decision) {
    String name = userName.apply(approver);
    return decide(id, name, decision, call -> requesterMayDecide || !name.equals(call.user()));
  }

  private boolean decide(
      String id, String decider, ApprovalDecision decision, Predicate<PendingApproval> mayDecide) {
    PendingApproval call = entries.read(id);
    if (call == null || call.state() != ApprovalState.WAITING || !mayDecide.test(call)) {
      return false;
    }
    Map<String, @Nullable Object> changes =
        Map.of("decision", decision.toJson(), "decidedBy", decider);
    PendingApproval decided = entries.decide(call, decision.state(), changes);
    if (decided == null) {
      return false;
    }
    try {
      if (decision.isAlways()) {
        rememberedDecisions.add(call, decision, decider);
      }
    } catch (RuntimeException e) {
      log.error("The approval {} is given for one call only: it could not be remembered", id, e);
    } finally {
      tell(listener -> listener.decided(decided));
      if (decided.state().isFinal()) {
        tell(listener -> listener.ended(decided));
      }
      waitingCalls.settle(id);
    }
    return true;
  }

  /**
   * Withdraws a call of a user that has not begun to run.
   *
   * @return whether it was withdrawn
   */
  public boolean withdraw(String id, Object user) {
    PendingApproval call = entries.read(id);
    boolean isWithdrawn =
        call != null
            && userName.apply(user).equals(call.user())
            && call.hasNotBegun()
            && entries.finish(call, ApprovalState.WITHDRAWN, Map.of()) != null;
    waitingCalls.settle(id);
    return isWithdrawn;
  }

  @Override
  public McpApprovals approvals() {
    return this;
  }

  @Override
  public CompletionStage<ApprovalDecision> ask(ApprovalRequest request) {
    String suspended = request.options().approvalId();
    if (suspended != null) {
      return CompletableFuture.completedFuture(suspendedCalls.resume(suspended, request));
    }
    String user = name(request.user());
    String conversation = name(request.caller().conversationId());
    PendingApproval remembered = rememberedDecisions.find(request, user, conversation);
    if (remembered != null) {
      if (!listeners.isEmpty()) {
        PendingApproval call = remembered.reused(request, user, conversation);
        tell(listener -> listener.reused(call));
      }
      return CompletableFuture.completedFuture(ApprovalDecision.allow());
    }
    if (!isSuspending()) {
      return waitingCalls.add(stored(request, user, conversation, request.timeout(), false));
    }
    return CompletableFuture.completedFuture(suspendedCalls.add(request, user, conversation));
  }

  PendingApproval stored(
      ApprovalRequest request,
      @Nullable String user,
      @Nullable String conversation,
      Duration time,
      boolean isSuspended) {
    String id = UUID.randomUUID().toString();
    Instant now = entries.now();
    PendingApproval call =
        PendingApproval.waiting(id, request, user, conversation, now, now.plus(time), isSuspended);
    entries.insert(call);
    log.info(
        "MCP server \"{}\": a call waits for a decision (McpApprovals): {}, by \"{}\"",
        call.server(),
        call,
        call.reason());
    tell(listener -> listener.requested(call));
    return call;
  }

  /**
   * The {@code allowAlways()} decisions about calls of a user, the oldest first; at most 1,000.
   * Each shows the call that it was made for, and applies until {@link PendingApproval#expires}, as
   * long as the definition of the tool and the address of its server stay.
   *
   * @param user as in {@link ApprovalRequest#user}
   */
  public List<PendingApproval> remembered(Object user) {
    String name = userName.apply(user);
    return rememberedDecisions.list(name);
  }

  /** As {@link #remembered(Object)}, of all users. For those who may decide for others. */
  public List<PendingApproval> remembered() {
    return rememberedDecisions.list(null);
  }

  /**
   * Revokes a remembered decision: the next such call waits for approval.
   *
   * @param id of one of {@link #remembered(Object)}
   * @return whether there was one about calls of this user. One for all users takes an approver
   */
  public boolean revoke(String id, Object user) {
    String name = userName.apply(user);
    return rememberedDecisions.revoke(id, name, name);
  }

  /**
   * As {@link #revoke}, of any user: the caller checks who may.
   *
   * @param approver for the record
   */
  public boolean revokeAsApprover(String id, Object approver) {
    return rememberedDecisions.revoke(id, null, userName.apply(approver));
  }

  /**
   * Forgets remembered decisions; those for all users only with those of all users. Of a server,
   * also withdraws calls that have not begun: they are for what it was.
   */
  @Override
  public void forget(@Nullable String server, @Nullable Object user) {
    rememberedDecisions.forget(server, name(user));
    if (server != null && user == null) {
      entries
          .list(NOT_BEGUN, null, call -> call.hasNotBegun() && server.equals(call.server()))
          .forEach(
              call -> {
                entries.finish(call, ApprovalState.WITHDRAWN, Map.of());
                waitingCalls.settle(call.id());
              });
    }
  }

  SuspendedCalls suspendedCalls() {
    return suspendedCalls;
  }

  /** A call is over whose approval was taken. */
  void ended(String id, Delivery delivery, @Nullable ToolOutput output) {
    boolean isUnavailable =
        delivery == Delivery.NOT_SENT
            && output != null
            && output.failure() != null
            && !(output.failure() instanceof McpInputRefusedException);
    entries.change(
        id,
        call -> {
          if (call.state() != ApprovalState.RUNNING && call.state() != ApprovalState.UNKNOWN) {
            return true;
          }
          boolean hasInput = call.round() == null || call.state() == ApprovalState.RUNNING;
          if (isUnavailable
              && hasInput
              && call.isSuspended()
              && !call.isRepeated()
              && entries.release(call)) {
            return true;
          }
          ApprovalState state = state(call, delivery);
          Map<String, @Nullable Object> changes =
              call.isSuspended() && output != null
                  ? Map.of(
                      "output", UnicodeText.repaired(output.text()), "isError", output.isError())
                  : Map.of();
          return entries.finish(call, state, changes) != null;
        });
  }

  private static ApprovalState state(PendingApproval call, Delivery delivery) {
    if (delivery.mayHaveRun() && delivery != Delivery.SENT) {
      return ApprovalState.EXECUTED;
    }
    boolean mayHaveRun = delivery == Delivery.SENT || call.isRepeated(); // the first time
    return mayHaveRun ? ApprovalState.UNKNOWN : ApprovalState.NOT_EXECUTED;
  }

  /**
   * Makes the suspended calls of a conversation that are allowed, and returns the results that the
   * conversation does not have yet, also those of earlier runs. Calls that wait for a decision, or
   * are running elsewhere, are left out, and so are those that could not be started, which stay
   * allowed. Blocks the calling thread. {@link io.mcpbridge.catalog.ToolSet#resume} makes the calls
   * with a catalog.
   *
   * <p>Call {@link #delivered} when the conversation with a result has been saved; until then it is
   * returned again.
   *
   * @param user as in {@link ApprovalRequest#user}; {@code null} for an unknown user
   * @param conversationId as in {@link io.mcpbridge.context.CallerContext#conversationId}
   * @param caller makes a call on behalf of this user and conversation, with {@link
   *     io.mcpbridge.client.call.CallOptions.Builder#approvalId}. An exception is logged.
   * @return the oldest first
   */
  public List<ResumedCall> resume(
      @Nullable Object user,
      @Nullable Object conversationId,
      Consumer<? super PendingApproval> caller) {
    return suspendedCalls.resume(suspended(user, conversationId), caller);
  }

  /**
   * Records that a conversation has the result of a suspended call, so that {@link #suspended} does
   * not list it again.
   */
  public void delivered(PendingApproval call) {
    entries.change(
        call.id(),
        now -> {
          boolean isAnotherResult = call.state().isFinal() && call.state() != now.state();
          return !now.state().isFinal() || isAnotherResult || entries.delivered(now);
        });
  }

  @Nullable String name(@Nullable Object user) {
    return user == null ? null : userName.apply(user);
  }

  private void tellEnded(PendingApproval entry) {
    if (entry.isElicitation()) {
      tell(listener -> listener.elicitationEnded(new PendingElicitation(entry)));
      return;
    }
    suspendedCalls.withdrawElicitations(entry);
    if (!entry.isAllowedByPolicy()) { // or else nothing was requested
      tell(listener -> listener.ended(entry));
    }
  }

  void tell(Consumer<Listener> event) {
    for (Listener listener : listeners) {
      try {
        event.accept(listener);
      } catch (Throwable e) { // an entry must not stay because of it
        log.error("A listener of McpApprovals failed", e);
      }
    }
  }

  /** Builds the calls that wait. Not thread-safe. */
  public static final class Builder {

    private ApprovalStore store = ApprovalStore.inMemory();
    private Supplier<? extends @Nullable Object> currentUser = () -> null;
    private Function<Object, String> userName = Builder::nameOf;
    private @Nullable Duration suspension;
    private boolean requesterMayDecide = true;
    private Duration lease = Duration.ofHours(1);
    private Duration retention = Duration.ofDays(30);
    private int maxWaiting = 100;
    private boolean repeatsIdempotent;

    private Builder() {}

    /**
     * Where the calls are stored; by default in memory: a restart refuses the calls that wait, and
     * another instance does not see them. {@code JdbcApprovalStore} of {@code mcp-approval} stores
     * them in a table.
     */
    public Builder store(ApprovalStore approvals) {
      this.store = approvals;
      return this;
    }

    /**
     * The user of the calling thread as in {@link ApprovalRequest#user}; {@code null} if there is
     * none. By default there is none.
     */
    public Builder currentUser(Supplier<? extends @Nullable Object> user) {
      this.currentUser = user;
      return this;
    }

    /**
     * The name of a user or a conversation, the same in every process and different for different
     * ones. By default that of a {@code Principal}, or else the text of a string, a number, an enum
     * constant or a {@code UUID}, or that of a record with its class; other types are rejected.
     */
    public Builder userName(Function<Object, String> name) {
      this.userName = name;
      return this;
    }

    private static String nameOf(Object user) {
      if (user instanceof Principal principal) {
        return principal.getName();
      }
      if (user instanceof CharSequence
          || user instanceof Number
          || user instanceof Enum<?>
          || user instanceof UUID) {
        return user.toString();
      }
      if (user instanceof Record) {
        return user.getClass().getName() + " " + user;
      }
      throw new IllegalArgumentException(
          "McpApprovals does not know the name of a user or conversation of the type "
              + user.getClass().getName()
              + "; set McpApprovals.builder().userName(...)");
    }

    /**
     * Lets calls not wait for a decision: the model reads that they have not run, and the
     * application makes them later ({@link McpApprovals#resume}). By default calls wait.
     *
     * @param time how long a decision may take, and the application to make the call
     */
    public Builder suspendFor(Duration time) {
      this.suspension = time;
      return this;
    }

    /**
     * How many suspended calls of a conversation wait at most; further ones are refused. Default
     * 100.
     */
    public Builder maxWaitingPerConversation(int max) {
      this.maxWaiting = max;
      return this;
    }

    /**
     * Whether a suspended call whose outcome is unknown is made again, once, if its server says
     * that the tool is idempotent ({@code idempotentHint}); default false. {@link
     * PendingApproval#isRepeated} says so.
     */
    public Builder repeatIdempotent(boolean repeat) {
      this.repeatsIdempotent = repeat;
      return this;
    }

    /** Whether users decide about their own calls; default true. */
    public Builder requesterMayDecide(boolean mayDecide) {
      this.requesterMayDecide = mayDecide;
      return this;
    }

    /**
     * After which time a call counts as {@link ApprovalState#UNKNOWN} that runs and whose process
     * does not say how it ended; default 1 hour.
     */
    public Builder unknownAfter(Duration time) {
      this.lease = time;
      return this;
    }

    /**
     * How long calls that are over are kept; default 30 days. Those that waited in memory are not.
     */
    public Builder retention(Duration time) {
      this.retention = time;
      return this;
    }

    /**
     * Builds it.
     *
     * @throws IllegalArgumentException if a time or a number is not positive
     */
    public McpApprovals build() {
      requirePositive("unknownAfter", lease);
      requirePositive("retention", retention);
      if (suspension != null) {
        requirePositive("suspendFor", suspension);
      }
      if (maxWaiting < 1) {
        throw new IllegalArgumentException("maxWaitingPerConversation must be positive");
      }
      return new McpApprovals(this);
    }

    private static void requirePositive(String name, Duration time) {
      if (time.isNegative() || time.isZero()) {
        throw new IllegalArgumentException(name + " must be positive");
      }
    }
  }
}
