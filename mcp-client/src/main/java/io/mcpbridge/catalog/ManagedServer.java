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
 * One server of a catalog with its settings. It is created, started and closed for good. Disabling,
 * enabling or replacing a server creates another instance with the same history.
 */
final class ManagedServer {

  /** How long calls in flight may still take when their server is removed or disabled. */
  static final Duration LEAVE_WITHIN = Duration.ofSeconds(10);

  private final String name;
  private final Transport transport;
  private final ClientBuilderFactory clientBuilderFactory;
  private final ServerHistory history;
  private final ListingActivity use;
  private final InFlightCalls underWay;
  private final ServerLifecycle serverLifecycle;
  private final ServerSupervisor serverSupervisor;
  private final ServerCalls calls;
  private final @Nullable String disabledBy;
  private volatile RememberedApprovals approvals = new RememberedApprovals();
  private volatile @Nullable ManagedServer successor;
  private volatile ServerOptions options;

  /** Creates client builders for one server. */
  @FunctionalInterface
  interface ClientBuilderFactory {

    /**
     * @param areOurs whether the catalog itself answers calls of a tool of that name
     */
    McpClientBuilder begin(
        ServerOptions options, McpClientListener listener, Predicate<String> areOurs);
  }

  /**
   * @param disabledBy who disabled the server; {@code null} if it is enabled
   */
  ManagedServer(
      String name,
      Transport transport,
      ServerOptions options,
      @Nullable String disabledBy,
      ServerHistory history,
      ClientBuilderFactory clientBuilderFactory,
      CatalogContext around) {
    this.name = name;
    this.transport = transport;
    this.options = options;
    this.clientBuilderFactory = clientBuilderFactory;
    this.disabledBy = disabledBy;
    this.history = history;
    this.use = around.use();
    this.serverLifecycle =
        new ServerLifecycle(
            disabledBy == null ? ServerState.IDLE : ServerState.DISABLED,
            disabledBy == null ? null : "disabled by " + disabledBy,
            phase -> history.moved(phase, info()));
    this.underWay = new InFlightCalls(serverLifecycle);
    RetryAfterGate retryAfter = new RetryAfterGate(() -> this.options.callLimits().maxRetryAfter());
    this.serverSupervisor =
        new ServerSupervisor(
            name,
            transport.address(),
            options,
            listener -> clientBuilderFactory.begin(options, listener, this::isAdded).build(),
            serverLifecycle,
            history,
            underWay,
            retryAfter,
            around);
    this.calls =
        new ServerCalls(
            serverSupervisor.client(),
            options,
            serverLifecycle,
            serverSupervisor,
            retryAfter,
            new CircuitBreakerState(serverLifecycle, around.schedule()),
            history.callCounters());
    if (disabledBy == null) {
      LongTimeouts.warn(name, options);
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
   * Applies other options; the connection and the calls in flight continue.
   *
   * @throws IllegalArgumentException if the options are invalid; nothing changes then
   */
  void become(ServerOptions other) {
    clientBuilderFactory
        .begin(other, serverSupervisor, this::isAdded)
        .reconfigure(serverSupervisor.client());
    options = other;
    serverSupervisor.tools().become(other);
    calls.become(other);
    if (disabledBy == null) {
      LongTimeouts.warn(name, other);
    }
  }

  @Nullable String disabledBy() {
    return disabledBy;
  }

  /** The deadline of an operation other than a tool call that the application starts now. */
  Deadline deadline(CallOptions wanted) {
    Duration callers = wanted.timeout();
    return callers == null
        ? Deadline.after(options.timeout(), "timeout")
        : Deadline.after(callers, "CallOptions.timeout");
  }

  /** Makes a registered call; checks before each attempt that it is still allowed. */
  CallToolResult call(ToolCall call) {
    return calls.call(
        call.tool().listed(), call.arguments(), call.options(), () -> refuseUnlessItStillMay(call));
  }

  /** As {@link #call}, without blocking a thread. */
  CompletableFuture<CallToolResult> callAsync(ToolCall call, AsyncCall async) {
    return calls.callAsync(
        call.tool().listed(),
        call.arguments(),
        call.options(),
        () -> refuseUnlessItStillMay(call),
        async);
  }

  /**
   * Rejects an approved call if the approval no longer applies. Checked again before each attempt.
   *
   * @throws OutdatedApprovalException if the server was replaced or the tool changed
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
    CatalogTool now = serverLifecycle.isOut() ? null : present(call.tool());
    if (now != null && !now.listed().equals(call.tool().listed())) {
      throw new OutdatedApprovalException(
          "the definition of the tool \"" + call.tool().name() + "\" changed");
    }
  }

  /**
   * Runs a registered operation for the application, other than a tool call.
   *
   * @param operation its name in messages, such as {@code resources/read}
   * @param deadline includes the work itself
   */
  <T> T use(String operation, Deadline deadline, Function<McpClient, T> work) {
    return calls.use(operation, deadline, work, () -> refuseUnlessItStillMay());
  }

  /**
   * Checked before each attempt, since the call may have waited long for an approval, a permit or
   * the server. After a replacement, the call still runs on this server if the new one has the
   * tool, too.
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

  /** The current server under this name. */
  private ManagedServer refuseUnlessItStillMay() {
    ManagedServer next = successor;
    if (next != null) {
      return next.refuseUnlessItStillMay();
    }
    if (serverLifecycle.isOut()) {
      throw new McpUnavailableException(
          "not sent: the server was disabled or removed, or the catalog closed, meanwhile", null);
    }
    return this;
  }

  ServerHistory history() {
    return history;
  }

  /** The remembered approvals of this server; a server at another address does not inherit them. */
  RememberedApprovals approvals() {
    return approvals;
  }

  InFlightCalls underWay() {
    return underWay;
  }

  McpClient client() {
    return serverSupervisor.client();
  }

  private boolean isAdded(String tool) {
    return serverSupervisor.tools().isAdded(tool);
  }

  /** Lists the tools on the calling thread, without supervision. */
  void listTools() {
    serverSupervisor.tools().list(serverSupervisor.client().server());
  }

  /** All tools, of any visibility. */
  List<CatalogTool> tools() {
    return disabledBy == null ? serverSupervisor.tools().all() : List.of();
  }

  /**
   * The current version of a tool from an earlier snapshot, no more visible than it was there;
   * {@code null} if it no longer exists.
   */
  @Nullable CatalogTool present(CatalogTool seen) {
    CatalogTool tool = disabledBy == null ? serverSupervisor.tools().named(seen.modelName()) : null;
    return tool == null ? null : tool.withVisibility(tool.visibility().orLess(seen.visibility()));
  }

  private @Nullable ServerInfo info() {
    return serverSupervisor.tools().info();
  }

  /** The server's instructions as shown to models, if any. */
  @Nullable String instructions() {
    return serverSupervisor.tools().instructions();
  }

  ServerStatus status() {
    ServerLifecycle.Phase now = serverLifecycle.shown();
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
        serverSupervisor.nextAttempt(),
        history.errors(),
        serverSupervisor.client().standardError(),
        history.callCounters().counters());
  }

  /**
   * Starts with the known tools and the approvals of the predecessor, if the address is the same.
   */
  void takeOver(ManagedServer other) {
    if (transport.address().equals(other.transport.address())) {
      approvals = other.approvals;
      serverSupervisor.tools().takeOver(other.serverSupervisor.tools());
    }
  }

  /** Reports the initial state, which is no transition. */
  void tellIfDisabled() {
    if (disabledBy != null) {
      history.moved(serverLifecycle.now(), info());
    }
  }

  /** Connects the server, or a lazy server when it is first used. */
  void start() {
    if (options.start() != StartPolicy.LAZY) {
      serverSupervisor.start();
    } else if (serverLifecycle.is(ServerState.IDLE)) {
      use.isAwaitedFrom(System.nanoTime());
    }
  }

  /**
   * Prepares for use: connects the server if it is not, and lists its tools again if they are
   * stale.
   */
  void used() {
    serverSupervisor.start();
    ServerTools tools = serverSupervisor.tools();
    Long goodUntil = tools.goodUntil();
    if (tools.areStale()) {
      serverSupervisor.lookNow();
    } else if (goodUntil != null) {
      use.isAwaitedFrom(goodUntil);
    }
  }

  /** Reconnects. */
  void restart() {
    calls.forgetTrouble();
    serverSupervisor.restart();
  }

  /** Lists the tools again and accepts their definitions. */
  void acceptToolChanges() {
    serverSupervisor.tools().acceptNext();
    refresh();
  }

  /** Lists the tools again. */
  void refresh() {
    if (!serverSupervisor.start()) {
      serverSupervisor.lookNow();
    }
  }

  /**
   * As {@link #refresh}; completes after that attempt, or at once if the server only starts to
   * connect.
   */
  CompletableFuture<Void> look() {
    return serverSupervisor.start()
        ? CompletableFuture.completedFuture(null)
        : serverSupervisor.look();
  }

  /**
   * Lists the tools again if the server has announced a change; completes after that attempt.
   *
   * @return {@code null} if there is nothing to wait for
   */
  @Nullable CompletableFuture<Void> lookIfAnnounced() {
    return serverSupervisor.lookIfAnnounced();
  }

  /** Waits for the end of the first connection attempt; a lazy server that is idle needs none. */
  boolean awaitDecided(Deadline deadline) throws InterruptedException {
    return serverLifecycle.await(
        state ->
            state != ServerState.CONNECTING
                && (state != ServerState.IDLE || options.start() == StartPolicy.LAZY),
        deadline);
  }

  /** Waits until the server is usable, or cannot become usable without user action. */
  boolean awaitUsable(Deadline deadline) throws InterruptedException {
    return serverLifecycle.await(
        state ->
            switch (state) {
              case CONNECTED, DEGRADED, NEEDS_AUTHORIZATION, DISABLED, CLOSED -> true;
              case IDLE, CONNECTING, DISCONNECTED -> false;
            },
        deadline);
  }

  boolean isUsable() {
    return serverLifecycle.is(ServerState.CONNECTED) || serverLifecycle.is(ServerState.DEGRADED);
  }

  /** Hands over to a replacement: accepts no more calls and sends no more events. */
  void giveWay(ManagedServer next) {
    successor = next;
    serverLifecycle.give();
  }

  /** Closes the server to new calls. */
  void leave() {
    serverLifecycle.move(ServerState.CLOSED, null);
  }

  /** Closes the server when its calls have ended, at the latest after {@link #LEAVE_WITHIN}. */
  void closeWhenIdle() {
    try {
      underWay.over().get(LEAVE_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // Calls in flight fail with a lost connection.
    } finally {
      close();
    }
  }

  void close() {
    leave();
    serverSupervisor.close();
  }
}
