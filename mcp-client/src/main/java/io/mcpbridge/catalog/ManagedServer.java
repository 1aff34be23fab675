package io.mcpbridge.catalog;

import io.mcpbridge.approval.RememberedApprovals;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.McpClientBuilder;
import io.mcpbridge.client.McpClientListener;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.selection.Visibility;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One server of a catalogue with its settings. It is made, started, and closed for good; a server
 * that is disabled, enabled or replaced is another one with the same history.
 */
final class ManagedServer {

  /** How long calls under way may still take when their server is not wanted any more. */
  static final Duration LEAVE_WITHIN = Duration.ofSeconds(10);

  private final String name;
  private final Transport transport;
  private final Builders builders;
  private final ServerHistory history;
  private final ListUse use;
  private final CallsUnderWay underWay;
  private final Standing standing;
  private final Supervision supervision;
  private final ServerCalls calls;
  private final @Nullable String disabledBy;
  private volatile RememberedApprovals approvals = new RememberedApprovals();
  private volatile @Nullable ManagedServer successor;
  private volatile ServerOptions options;

  /** Begins the client of one server. */
  @FunctionalInterface
  interface Builders {

    /**
     * @param areOurs whether the catalogue itself answers calls of a tool of that name
     */
    McpClientBuilder begin(
        ServerOptions options, McpClientListener listener, Predicate<String> areOurs);
  }

  /**
   * @param disabledBy who does not want it to be used; {@code null} if it may be
   */
  ManagedServer(
      String name,
      Transport transport,
      ServerOptions options,
      @Nullable String disabledBy,
      ServerHistory history,
      Builders builders,
      Surroundings around) {
    this.name = name;
    this.transport = transport;
    this.options = options;
    this.builders = builders;
    this.disabledBy = disabledBy;
    this.history = history;
    this.use = around.use();
    this.standing =
        new Standing(
            disabledBy == null ? ServerState.IDLE : ServerState.DISABLED,
            disabledBy == null ? null : "disabled by " + disabledBy,
            position -> history.moved(position, info()));
    this.underWay = new CallsUnderWay(standing);
    AskedPause askedPause = new AskedPause(() -> this.options.callLimits().maxRetryAfter());
    this.supervision =
        new Supervision(
            name,
            transport.address(),
            options,
            listener -> builders.begin(options, listener, this::isAdded).build(),
            standing,
            history,
            underWay,
            askedPause,
            around);
    this.calls =
        new ServerCalls(
            supervision.client(),
            options,
            standing,
            supervision,
            askedPause,
            new Sparing(standing, around.schedule()),
            history.tally());
    if (disabledBy == null) {
      LongTimes.warn(name, options);
    }
  }

  String name() {
    return name;
  }

  Transport transport() {
    return transport;
  }

  ServerOptions options() {
    return options;
  }

  /**
   * Is treated in another way from now on; its connection stays, and so does what is under way.
   *
   * @throws IllegalArgumentException if the options cannot be; everything is as it was then
   */
  void become(ServerOptions other) {
    builders.begin(other, supervision, this::isAdded).reconfigure(supervision.client());
    options = other;
    supervision.tools().become(other);
    calls.become(other);
    if (disabledBy == null) {
      LongTimes.warn(name, other);
    }
  }

  @Nullable String disabledBy() {
    return disabledBy;
  }

  /** When something is to be over that the application begins now, other than a call of a tool. */
  Deadline deadline(CallOptions wanted) {
    Duration callers = wanted.timeout();
    return callers == null
        ? Deadline.after(options.timeout(), "timeout")
        : Deadline.after(callers, "CallOptions.timeout");
  }

  /** Makes a call that has begun, with nothing more to be asked but whether it still may. */
  CallToolResult call(ToolCall call) {
    return calls.call(
        call.tool().listed(), call.arguments(), call.options(), () -> refuseUnlessItStillMay(call));
  }

  /** The same without a thread that waits. */
  CompletableFuture<CallToolResult> callAsync(ToolCall call, AsyncCall async) {
    return calls.callAsync(
        call.tool().listed(),
        call.arguments(),
        call.options(),
        () -> refuseUnlessItStillMay(call),
        async);
  }

  /**
   * Refuses a call that was allowed as what it no longer is. Asked once more before it is sent.
   *
   * @throws OutdatedApprovalException if the server or the tool is another one by now
   */
  void refuseIfOutdated(ToolCall call) {
    ManagedServer next = successor;
    if (next != null) {
      next.refuseIfOutdated(call);
      return;
    }
    if (transport != call.server().transport) {
      throw new OutdatedApprovalException("the server was replaced");
    }
    CatalogTool now = standing.isOut() ? null : present(call.tool());
    if (now != null && !now.listed().equals(call.tool().listed())) {
      throw new OutdatedApprovalException(
          "the definition of the tool \"" + call.tool().name() + "\" changed");
    }
  }

  /**
   * Does something that has begun for the application, other than calling a tool.
   *
   * @param operation what to call it in messages, such as {@code resources/read}
   * @param deadline when it is to be over, for the work as well
   */
  <T> T use(String operation, Deadline deadline, Function<McpClient, T> work) {
    return calls.use(operation, deadline, work, () -> refuseUnlessItStillMay());
  }

  /**
   * Asked before each attempt, since a call may have waited long: for people, for a place, for the
   * server. What began before another one took the place is still owed its end, if that one would
   * have it as well.
   */
  private void refuseUnlessItStillMay(ToolCall call) {
    if (call.isApproved()) {
      refuseIfOutdated(call);
    }
    CatalogTool tool = refuseUnlessItStillMay().present(call.tool());
    if (tool == null || tool.visibility() == Visibility.DISABLED) {
      throw new McpUnavailableException(
          "not sent: the tool was taken away, disabled or blocked meanwhile", null);
    }
  }

  /** The one that stands here by now. */
  private ManagedServer refuseUnlessItStillMay() {
    ManagedServer next = successor;
    if (next != null) {
      return next.refuseUnlessItStillMay();
    }
    if (standing.isOut()) {
      throw new McpUnavailableException(
          "not sent: the server was disabled or removed, or the catalogue closed, meanwhile", null);
    }
    return this;
  }

  ServerHistory history() {
    return history;
  }

  /** What was allowed always of it: of it, and not of whatever is at another address. */
  RememberedApprovals approvals() {
    return approvals;
  }

  CallsUnderWay underWay() {
    return underWay;
  }

  McpClient client() {
    return supervision.client();
  }

  private boolean isAdded(String tool) {
    return supervision.tools().isAdded(tool);
  }

  /** Lists its tools on this thread, without supervision. */
  void listTools() {
    supervision.tools().list(supervision.client().server());
  }

  /** Its tools, for whomever they are. */
  List<CatalogTool> tools() {
    return disabledBy == null ? supervision.tools().all() : List.of();
  }

  /**
   * What a tool is here by now that somebody has seen a moment ago, and for nobody for whom it was
   * not there then; {@code null} if it is not there any more.
   */
  @Nullable CatalogTool present(CatalogTool seen) {
    CatalogTool tool = disabledBy == null ? supervision.tools().named(seen.modelName()) : null;
    return tool == null ? null : tool.withVisibility(tool.visibility().orLess(seen.visibility()));
  }

  private @Nullable ServerInfo info() {
    return supervision.tools().info();
  }

  /** How to use it, as models read it, if it says. */
  @Nullable String instructions() {
    return supervision.tools().instructions();
  }

  ServerStatus status() {
    Standing.Position now = standing.shown();
    String reason = now.reason() == null ? calls.pausedBecause() : now.reason();
    return new ServerStatus(
        name,
        transport.address(),
        options,
        now.state(),
        now.since(),
        reason,
        disabledBy,
        info(),
        instructions(),
        tools(),
        supervision.nextAttempt(),
        history.errors(),
        supervision.client().standardError(),
        history.tally().counters());
  }

  /** Begins with what is known of the server that it stands for from now on. */
  void takeOver(ManagedServer other) {
    if (transport.address().equals(other.transport.address())) {
      approvals = other.approvals;
      supervision.tools().takeOver(other.supervision.tools());
    }
  }

  /** To those who are told of moves: it has never stood elsewhere. */
  void tellIfDisabled() {
    if (disabledBy != null) {
      history.moved(standing.now(), info());
    }
  }

  /** Begins to connect, now or when it is used. */
  void start() {
    if (options.start() != StartPolicy.LAZY) {
      supervision.start();
    } else if (standing.is(ServerState.IDLE)) {
      use.isAwaitedFrom(System.nanoTime());
    }
  }

  /**
   * It is about to be used: connects if it has not yet, and lists its tools again if that is due.
   */
  void used() {
    supervision.start();
    ServerTools tools = supervision.tools();
    Long goodUntil = tools.goodUntil();
    if (tools.areStale()) {
      supervision.lookNow();
    } else if (goodUntil != null) {
      use.isAwaitedFrom(goodUntil);
    }
  }

  /** Connects anew. */
  void restart() {
    calls.forgetTrouble();
    supervision.restart();
  }

  /** Lists its tools again, and takes them as they are. */
  void acceptDefinitions() {
    supervision.tools().acceptNext();
    refresh();
  }

  /** Lists its tools again. */
  void refresh() {
    if (!supervision.start()) {
      supervision.lookNow();
    }
  }

  /** The same; done when that has come to something, or at once if it has just begun to connect. */
  CompletableFuture<Void> look() {
    return supervision.start() ? CompletableFuture.completedFuture(null) : supervision.look();
  }

  /**
   * Lists its tools again if it has announced that they changed; done when that has come to
   * something.
   *
   * @return {@code null} if nothing is to be waited for
   */
  @Nullable CompletableFuture<Void> lookIfAnnounced() {
    return supervision.lookIfAnnounced();
  }

  /** Whether the first attempt to connect has come to something, or none is to be made yet. */
  boolean awaitDecided(Deadline deadline) throws InterruptedException {
    return standing.await(
        state ->
            state != ServerState.CONNECTING
                && (state != ServerState.IDLE || options.start() == StartPolicy.LAZY),
        deadline);
  }

  /** Whether it is of use, or never will be without somebody doing something. */
  boolean awaitUsable(Deadline deadline) throws InterruptedException {
    return standing.await(
        state ->
            switch (state) {
              case CONNECTED, DEGRADED, NEEDS_AUTHORIZATION, DISABLED, CLOSED -> true;
              case IDLE, CONNECTING, DISCONNECTED -> false;
            },
        deadline);
  }

  boolean isUsable() {
    return standing.is(ServerState.CONNECTED) || standing.is(ServerState.DEGRADED);
  }

  /** Another one stands for the server by now: takes no more calls, and says no more. */
  void giveWay(ManagedServer next) {
    successor = next;
    standing.give();
  }

  /** It is not wanted any more. */
  void leave() {
    standing.move(ServerState.CLOSED, null);
  }

  /** Closes it when the calls under way have come to their end, or have taken too long. */
  void closeWhenIdle() {
    try {
      underWay.over().get(LEAVE_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // Those calls end now, with a word to the model that the connection was lost.
    } finally {
      close();
    }
  }

  void close() {
    leave();
    supervision.close();
  }
}
