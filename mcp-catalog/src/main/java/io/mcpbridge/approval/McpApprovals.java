package io.mcpbridge.approval;

import io.mcpbridge.catalog.server.ToolOutput;
import io.mcpbridge.error.Delivery;
import io.mcpbridge.internal.concurrent.Timer;
import io.mcpbridge.json.Json;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
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

  /** Bounds the lists. */
  private static final int MAX_LISTED = 1_000;

  private static final int MAX_OUTPUT_LENGTH = 100_000;

  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  private static final Logger log = LoggerFactory.getLogger(McpApprovals.class);

  private static final Set<ApprovalState> WAITING = EnumSet.of(ApprovalState.WAITING);
  private static final Set<ApprovalState> NOT_BEGUN =
      EnumSet.of(ApprovalState.WAITING, ApprovalState.ALLOWED);
  private static final Set<ApprovalState> REMEMBERED = EnumSet.of(ApprovalState.REMEMBERED);
  private static final Set<ApprovalState> ANY = EnumSet.allOf(ApprovalState.class);

  /** The calls of this process that wait, by id. */
  private final Map<String, CompletableFuture<ApprovalDecision>> waiting =
      new ConcurrentHashMap<>();

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final AtomicBoolean isPolling = new AtomicBoolean();
  private final ApprovalStore store;
  private final RememberedDecisions rememberedDecisions;
  private final Supplier<? extends @Nullable Object> currentUser;
  private final Function<Object, String> userName;
  private final @Nullable Duration suspension;
  private final boolean requesterMayDecide;
  private final Duration lease;
  private final Duration retention;
  private final int maxWaiting;

  private McpApprovals(Builder settings) {
    this.store = settings.store;
    this.rememberedDecisions = new RememberedDecisions(settings.store);
    this.currentUser = settings.currentUser;
    this.userName = settings.userName;
    this.suspension = settings.suspension;
    this.requesterMayDecide = settings.requesterMayDecide;
    this.lease = settings.lease;
    this.retention = settings.retention;
    this.maxWaiting = settings.maxWaiting;
  }

  /** Receives what happens to calls, on the thread that causes it. */
  public interface Listener {

    /** A call waits for a decision. In the instance of the application that makes the call. */
    default void requested(PendingApproval call) {}

    /** A person has decided about a call. In the instance that the person uses. */
    default void decided(PendingApproval call) {}

    /** Nothing happens to a call any more, see its {@link PendingApproval#state}. */
    default void ended(PendingApproval call) {}
  }

  /** Creates an instance with the defaults, which does not know the current user. */
  public static McpApprovals inMemory() {
    return builder().build();
  }

  /** Creates a builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Adds a listener. What it throws is logged. */
  public void addListener(Listener listener) {
    listeners.add(listener);
  }

  /** All calls that wait, the oldest first; at most 1,000. For those who may decide for others. */
  public List<PendingApproval> all() {
    return list(WAITING, null, call -> call.state() == ApprovalState.WAITING);
  }

  /**
   * The calls of the user of the calling thread that wait, the oldest first. Empty without a user.
   */
  public List<PendingApproval> ofCurrentUser() {
    Object user = currentUser.get();
    return user == null ? List.of() : ofUser(user);
  }

  /**
   * The calls of a user that wait, the oldest first; at most 1,000.
   *
   * @param user as in {@link ApprovalRequest#user}
   */
  public List<PendingApproval> ofUser(Object user) {
    String name = userName.apply(user);
    return list(
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
    return suspended(ANY, name(user), name(conversationId));
  }

  private List<PendingApproval> suspended(
      Set<ApprovalState> states, @Nullable String user, @Nullable String conversation) {
    return list(
        states,
        PendingApproval.owner(user),
        call ->
            call.isSuspended()
                && !call.isDelivered()
                && states.contains(call.state())
                && Objects.equals(user, call.user())
                && Objects.equals(conversation, call.conversation()));
  }

  private List<PendingApproval> list(
      Set<ApprovalState> states, @Nullable String owner, Predicate<PendingApproval> filter) {
    Instant now = store.now();
    List<PendingApproval> calls =
        new ArrayList<>(
            store.list(states, owner, MAX_LISTED).stream()
                .map(PendingApproval::of)
                .filter(Objects::nonNull)
                .map(call -> current(call, now))
                .filter(filter)
                .toList());
    Collections.reverse(calls);
    return calls;
  }

  /** A call, in any state; those that are over are kept for a while. */
  public Optional<PendingApproval> find(String id) {
    PendingApproval call = read(id);
    return call == null ? Optional.empty() : Optional.of(current(call, store.now()));
  }

  private @Nullable PendingApproval read(String id) {
    StoredApproval stored = store.find(id);
    return stored == null ? null : PendingApproval.of(stored);
  }

  /** The call after its time, if that is up. */
  private PendingApproval current(PendingApproval call, Instant now) {
    if (call.state().isFinal() || now.isBefore(call.expires())) {
      return call;
    }
    ApprovalState state =
        call.state() == ApprovalState.RUNNING ? ApprovalState.UNKNOWN : ApprovalState.EXPIRED;
    PendingApproval over = finish(call, state, Map.of());
    if (over != null) {
      return over;
    }
    PendingApproval changed = read(call.id());
    return changed == null ? call : changed;
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
    PendingApproval call = read(id);
    if (call == null || call.state() != ApprovalState.WAITING || !mayDecide.test(call)) {
      return false;
    }
    Map<String, @Nullable Object> changes =
        Map.of("decision", decision.toJson(), "decidedBy", decider);
    ApprovalState state = decision.state();
    PendingApproval decided =
        replaced(
            call,
            call.with(state, state.isFinal() ? removal(call) : call.expires(), changes),
            true);
    if (decided == null) {
      return false;
    }
    if (decision.isAlways()) {
      rememberedDecisions.add(call, decision, decider);
    }
    tell(listener -> listener.decided(decided));
    if (decided.state().isFinal()) {
      tell(listener -> listener.ended(decided));
    }
    settle(id);
    return true;
  }

  /**
   * Withdraws a call of a user that has not begun to run.
   *
   * @return whether it was withdrawn
   */
  public boolean withdraw(String id, Object user) {
    PendingApproval call = read(id);
    boolean isWithdrawn =
        call != null
            && userName.apply(user).equals(call.user())
            && hasNotBegun(call)
            && finish(call, ApprovalState.WITHDRAWN, Map.of()) != null;
    settle(id);
    return isWithdrawn;
  }

  private static boolean hasNotBegun(PendingApproval call) {
    return NOT_BEGUN.contains(call.state());
  }

  @Override
  public CompletionStage<ApprovalDecision> ask(ApprovalRequest request) {
    String continued = request.options().approvalId();
    if (continued != null) {
      return CompletableFuture.completedFuture(continued(continued, request));
    }
    String user = name(request.user());
    String conversation = name(request.caller().conversationId());
    if (rememberedDecisions.allows(request, user, conversation)) {
      return CompletableFuture.completedFuture(ApprovalDecision.allow());
    }
    if (suspension == null) {
      return waiting(store(request, user, conversation, request.timeout(), false));
    }
    List<PendingApproval> others = suspended(NOT_BEGUN, user, conversation);
    Optional<PendingApproval> same =
        others.stream().filter(other -> isFor(other, request)).findFirst();
    if (same.isEmpty() && others.size() >= maxWaiting) {
      return CompletableFuture.completedFuture(
          ApprovalDecision.deny("too many calls of this conversation wait for approval"));
    }
    PendingApproval call =
        same.orElseGet(() -> announced(store(request, user, conversation, suspension, true)));
    return CompletableFuture.completedFuture(ApprovalDecision.suspended(call.id()));
  }

  private PendingApproval store(
      ApprovalRequest request,
      @Nullable String user,
      @Nullable String conversation,
      Duration time,
      boolean isSuspended) {
    String id = UUID.randomUUID().toString();
    Instant now = store.now();
    PendingApproval call =
        PendingApproval.waiting(id, request, user, conversation, now, now.plus(time), isSuspended);
    store.insert(call.stored());
    return call;
  }

  private PendingApproval announced(PendingApproval call) {
    log.info(
        "MCP server \"{}\": a call waits for a decision (McpApprovals): {}, by \"{}\"",
        call.server(),
        call,
        call.reason());
    tell(listener -> listener.requested(call));
    return call;
  }

  /** The decision about a call of this process, which waits for it. */
  private CompletableFuture<ApprovalDecision> waiting(PendingApproval call) {
    String id = call.id();
    CompletableFuture<ApprovalDecision> decision = new CompletableFuture<>();
    waiting.put(id, decision);
    announced(call);
    CompletableFuture<ApprovalDecision> unused =
        decision.whenComplete(
            (decided, failure) -> {
              waiting.remove(id);
              if (failure != null) {
                giveUp(id);
              }
            });
    if (store.isShared()) {
      pollLater();
    }
    return decision;
  }

  private void giveUp(String id) {
    try {
      PendingApproval call = read(id);
      if (call == null) {
        return;
      }
      if (call.state() == ApprovalState.RUNNING) {
        finish(call, ApprovalState.NOT_EXECUTED, Map.of());
      } else if (hasNotBegun(call) && current(call, store.now()).state() == call.state()) {
        finish(call, ApprovalState.WITHDRAWN, Map.of());
      }
    } catch (RuntimeException e) {
      log.warn("The approval {} could not be withdrawn; it expires", id, e);
    }
  }

  private void pollLater() {
    if (!waiting.isEmpty() && isPolling.compareAndSet(false, true)) {
      var unused = Timer.scheduleOnThread(POLL_INTERVAL, "mcp-approvals", this::poll);
    }
  }

  /** Looks up all calls that wait in this process. */
  private void poll() {
    try {
      List<String> ids = List.copyOf(waiting.keySet());
      Set<String> undecided = ConcurrentHashMap.newKeySet();
      for (StoredApproval stored : store.findAll(ids)) {
        if (stored.state() == ApprovalState.WAITING) {
          undecided.add(stored.id());
        }
      }
      ids.stream().filter(id -> !undecided.contains(id)).forEach(this::settle);
    } catch (RuntimeException e) {
      log.warn("The approvals that calls wait for could not be looked up; tried again", e);
    } finally {
      isPolling.set(false);
      pollLater();
    }
  }

  /** Hands the decision on to the call, if it waits in this process. */
  private void settle(String id) {
    CompletableFuture<ApprovalDecision> answer = waiting.get(id);
    if (answer == null) {
      return;
    }
    PendingApproval call = read(id);
    if (call == null) {
      answer.complete(ApprovalDecision.deny("its approval cannot be read any more"));
      return;
    }
    ApprovalDecision decision = call.decision();
    if (call.state() == ApprovalState.ALLOWED && decision != null) {
      PendingApproval running = begin(call);
      if (running != null && !answer.complete(decision.about(id, this))) {
        finish(running, ApprovalState.NOT_EXECUTED, Map.of());
      }
    } else if (call.state().isFinal()) {
      answer.complete(decision == null ? ApprovalDecision.deny("it was withdrawn") : decision);
    }
  }

  /** Takes the approval, which no other process can then; {@code null} if that is too late. */
  private @Nullable PendingApproval begin(PendingApproval call) {
    Instant end = store.now().plus(lease);
    return replaced(call, call.with(ApprovalState.RUNNING, end, Map.of()), true);
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
    return rememberedOf(PendingApproval.owner(name)).stream()
        .filter(decision -> name.equals(decision.user()))
        .toList();
  }

  /** As {@link #remembered(Object)}, of all users. For those who may decide for others. */
  public List<PendingApproval> remembered() {
    return rememberedOf(null);
  }

  private List<PendingApproval> rememberedOf(@Nullable String owner) {
    Instant now = store.now();
    return list(REMEMBERED, owner, decision -> now.isBefore(decision.expires()));
  }

  /**
   * Revokes a remembered decision: the next such call waits for approval.
   *
   * @param id of one of {@link #remembered(Object)}
   * @return whether there was one about calls of this user. One for all users takes an approver
   */
  public boolean revoke(String id, Object user) {
    String name = userName.apply(user);
    PendingApproval decision = read(id);
    return decision != null
        && name.equals(decision.user())
        && !isForAllUsers(decision)
        && forget(decision);
  }

  /** As {@link #revoke}, of any user: the caller checks who may. */
  public boolean revokeAsApprover(String id) {
    PendingApproval decision = read(id);
    return decision != null && forget(decision);
  }

  private boolean forget(PendingApproval decision) {
    return decision.state() == ApprovalState.REMEMBERED
        && replaced(
                decision,
                decision.with(ApprovalState.WITHDRAWN, removal(decision), Map.of()),
                false)
            != null;
  }

  private static boolean isForAllUsers(PendingApproval call) {
    ApprovalDecision decision = call.decision();
    return decision != null && decision.isForAllUsers();
  }

  /** Forgets remembered decisions; those for all users only with those of all users. */
  @Override
  public void forget(@Nullable String server, @Nullable Object user) {
    String name = name(user);
    boolean mayRemain = true;
    while (mayRemain) {
      mayRemain = false;
      for (PendingApproval decision :
          rememberedOf(name == null ? null : PendingApproval.owner(name))) {
        boolean isMeant =
            (server == null || server.equals(decision.server()))
                && (name == null || name.equals(decision.user()) && !isForAllUsers(decision));
        mayRemain |= isMeant && forget(decision);
      }
    }
  }

  /** What happens to a call that continues a suspended one. */
  private ApprovalDecision continued(String id, ApprovalRequest request) {
    PendingApproval call = read(id);
    if (call == null
        || !Objects.equals(call.user(), name(request.user()))
        || !Objects.equals(call.conversation(), name(request.caller().conversationId()))) {
      return ApprovalDecision.deny("it has no approval " + id);
    }
    call = current(call, store.now());
    ApprovalDecision decision = call.decision();
    switch (call.state()) {
      case WAITING:
        return ApprovalDecision.suspended(id);
      case DENIED, ANSWERED:
        return decision == null ? ApprovalDecision.deny() : decision;
      case ALLOWED:
        if (!isFor(call, request)) {
          finish(call, ApprovalState.NOT_EXECUTED, Map.of());
          return ApprovalDecision.deny("the tool or the arguments changed after the approval");
        }
        if (decision != null && begin(call) != null) {
          return decision.about(id, this);
        }
        return ApprovalDecision.deny("its approval expired, or was used at the same time");
      default:
        return ApprovalDecision.deny("its approval cannot be used any more: " + call.state());
    }
  }

  private static boolean isFor(PendingApproval call, ApprovalRequest request) {
    return call.server().equals(request.server())
        && call.tool().equals(request.tool().name())
        && call.definitionHash().equals(request.definitionHash())
        && call.arguments().equals(Json.readObject(request.argumentsJson()));
  }

  /** A call is over that {@link #begin} let run. */
  void ended(String id, Delivery delivery, @Nullable ToolOutput output) {
    PendingApproval call = read(id);
    if (call == null) {
      return;
    }
    ApprovalState state =
        delivery == Delivery.SENT
            ? ApprovalState.UNKNOWN
            : delivery.mayHaveRun() ? ApprovalState.EXECUTED : ApprovalState.NOT_EXECUTED;
    Map<String, @Nullable Object> changes =
        call.isSuspended() && output != null
            ? Map.of("output", cut(output.text()), "isError", output.isError())
            : Map.of();
    if (call.state() == ApprovalState.RUNNING || call.state() == ApprovalState.UNKNOWN) {
      finish(call, state, changes);
    }
  }

  private static String cut(String text) {
    return text.length() <= MAX_OUTPUT_LENGTH ? text : text.substring(0, MAX_OUTPUT_LENGTH);
  }

  /**
   * Records that a conversation has the result of a suspended call, so that {@link #suspended} does
   * not list it again.
   */
  public void delivered(PendingApproval call) {
    PendingApproval now = read(call.id());
    if (now != null && now.state().isFinal()) {
      replaced(now, now.with(now.state(), now.expires(), Map.of("delivered", true)), false);
    }
  }

  /** The call in its last state; {@code null} if another process was faster. */
  private @Nullable PendingApproval finish(
      PendingApproval call, ApprovalState state, Map<String, ? extends @Nullable Object> changes) {
    PendingApproval over = replaced(call, call.with(state, removal(call), changes), false);
    if (over != null) {
      tell(listener -> listener.ended(over));
    }
    return over;
  }

  /** Nobody needs a call in memory that somebody waited for. */
  private Instant removal(PendingApproval call) {
    return store.now().plus(call.isSuspended() || store.isShared() ? retention : Duration.ZERO);
  }

  private @Nullable PendingApproval replaced(
      PendingApproval call, PendingApproval next, boolean unlessExpired) {
    return store.replace(call.stored(), next.stored(), unlessExpired) ? next : null;
  }

  private @Nullable String name(@Nullable Object user) {
    return user == null ? null : userName.apply(user);
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

  /** Builds the calls that wait. Not thread-safe. */
  public static final class Builder {

    private ApprovalStore store = new InMemoryApprovalStore();
    private Supplier<? extends @Nullable Object> currentUser = () -> null;
    private Function<Object, String> userName = Builder::nameOf;
    private @Nullable Duration suspension;
    private boolean requesterMayDecide = true;
    private Duration lease = Duration.ofHours(1);
    private Duration retention = Duration.ofDays(30);
    private int maxWaiting = 100;

    private Builder() {}

    /**
     * Where the calls are stored; by default in memory: a restart refuses the calls that wait, and
     * another instance does not see them.
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
     * constant or a {@code UUID}; other types are rejected.
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
      throw new IllegalArgumentException(
          "McpApprovals does not know the name of a user or conversation of the type "
              + user.getClass().getName()
              + "; set McpApprovals.builder().userName(...)");
    }

    /**
     * Lets calls not wait for a decision: the model reads that they have not run, and the
     * application makes them later with {@link
     * io.mcpbridge.client.call.CallOptions.Builder#approvalId}. By default calls wait.
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

    /** Builds it. */
    public McpApprovals build() {
      return new McpApprovals(this);
    }
  }
}
