package io.mcpbridge.catalog.internal.supervision;

import io.mcpbridge.approval.RememberedApprovals;
import io.mcpbridge.catalog.internal.resilience.LongTimeoutWarning;
import io.mcpbridge.catalog.internal.state.ServerHistory;
import io.mcpbridge.catalog.internal.state.ServerLifecycle;
import io.mcpbridge.catalog.internal.tools.ListedTool;
import io.mcpbridge.catalog.internal.tools.ReadResultTool;
import io.mcpbridge.catalog.internal.tools.ServerTools;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerCounters;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ServerWarning;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.client.ClientSettings;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.Tool;
import io.mcpbridge.selection.Visibility;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One server of a catalog with its settings. It is created, started and closed for good. Disabling,
 * enabling or replacing a server creates another instance with the same history.
 */
public final class ManagedServer {

  /** How long calls in flight may still take when their server is removed or disabled. */
  public static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);

  private final String name;
  private final Transport transport;
  private final ServerHistory history;
  private final CatalogContext context;
  private final ServerLifecycle serverLifecycle;
  private final ServerSupervisor serverSupervisor;
  private final ServerCalls calls;
  private final @Nullable String disabledBy;
  private volatile RememberedApprovals approvals = new RememberedApprovals();
  private volatile @Nullable ManagedServer successor;
  private volatile ServerOptions options;

  /**
   * @param disabledBy who disabled the server; {@code null} if it is enabled
   */
  public ManagedServer(
      String name,
      Transport transport,
      ServerOptions options,
      @Nullable String disabledBy,
      ServerHistory history,
      CatalogContext context) {
    this.name = name;
    this.transport = transport;
    this.options = options;
    this.disabledBy = disabledBy;
    this.history = history;
    this.context = context;
    this.serverLifecycle =
        new ServerLifecycle(
            name,
            disabledBy == null ? ServerState.IDLE : ServerState.DISABLED,
            disabledBy == null ? null : "disabled by " + disabledBy,
            options.callLimits(),
            context.schedule()::schedule,
            phase -> history.moved(phase, info()));
    this.serverSupervisor =
        new ServerSupervisor(
            name,
            transport.address(),
            options,
            listener -> new ServerClient(clientSettings(options, listener)),
            serverLifecycle,
            history,
            context);
    this.calls =
        new ServerCalls(
            serverSupervisor.client(),
            options,
            serverLifecycle,
            serverSupervisor,
            history.callCounters());
    if (disabledBy == null) {
      LongTimeoutWarning.warn(name, options);
    }
  }

  private ClientSettings clientSettings(ServerOptions current, McpClientListener listener) {
    return context
        .clients()
        .settings(name, transport, current, listener, history.callCounters(), this::isAdded);
  }

  public String name() {
    return name;
  }

  public Transport transport() {
    return transport;
  }

  public ServerOptions options() {
    return options;
  }

  /**
   * Applies other options; the connection and the calls in flight continue.
   *
   * @return whether tools must be compared with their pins, see {@link #compareTools}
   * @throws IllegalArgumentException if the options are invalid; nothing changes then
   */
  boolean updateOptions(ServerOptions newOptions) {
    serverSupervisor.client().reconfigure(clientSettings(newOptions, serverSupervisor));
    options = newOptions;
    boolean mustCompare = serverSupervisor.update(newOptions);
    serverLifecycle.update(newOptions.callLimits());
    calls.update(newOptions);
    if (disabledBy == null) {
      LongTimeoutWarning.warn(name, newOptions);
    }
    return mustCompare;
  }

  /** Compares the known tools with their pins; may take as long as the application's store. */
  void compareTools() {
    serverSupervisor.tools().compare();
  }

  public @Nullable String disabledBy() {
    return disabledBy;
  }

  /** The deadline of an operation other than a tool call that the application starts now. */
  public Deadline deadline(CallOptions callOptions) {
    Duration callTimeout = callOptions.timeout();
    return callTimeout == null
        ? Deadline.after(options.timeout(), "timeout")
        : Deadline.after(callTimeout, "CallOptions.timeout");
  }

  /** What the steps of a call need of the server. */
  public ServerCalls calls() {
    return calls;
  }

  /**
   * Rejects an approved call if the approval no longer applies. Checked again before each attempt.
   *
   * @throws OutdatedApprovalException if the server was replaced or the tool changed
   */
  public void refuseIfOutdated(ManagedServer original, CatalogTool tool) {
    ManagedServer next = successor;
    if (next != null) {
      next.refuseIfOutdated(original, tool);
      return;
    }
    if (transport != original.transport) {
      throw new OutdatedApprovalException("the server was replaced");
    }
    CatalogTool now = serverLifecycle.isTerminated() ? null : present(tool);
    if (now != null && !now.listed().equals(tool.listed())) {
      throw new OutdatedApprovalException(
          "the definition of the tool \"" + tool.name() + "\" changed");
    }
  }

  /**
   * Checked before each attempt, since the call may have waited long for an approval, a permit or
   * the server. After a replacement, the call still runs on this server if the new one has the
   * tool, too.
   *
   * @param isApproved whether a user approved the call of this definition
   */
  public void refuseUnlessAllowed(CatalogTool tool, boolean isApproved) {
    if (isApproved) {
      refuseIfOutdated(this, tool);
    }
    CatalogTool now = refuseUnlessUsable().present(tool);
    if (now == null || now.visibility() == Visibility.DISABLED) {
      throw new McpUnavailableException(
          "not sent: the tool was removed, disabled or blocked in the meantime", null);
    }
  }

  /**
   * The current server under this name.
   *
   * @throws McpUnavailableException if it may not be used any more
   */
  public ManagedServer refuseUnlessUsable() {
    ManagedServer next = successor;
    if (next != null) {
      return next.refuseUnlessUsable();
    }
    if (serverLifecycle.isTerminated()) {
      throw new McpUnavailableException(
          "not sent: the server was disabled or removed, or the catalog closed, meanwhile", null);
    }
    return this;
  }

  public ServerHistory history() {
    return history;
  }

  /** The remembered approvals of this server; a server at another address does not inherit them. */
  public RememberedApprovals approvals() {
    return approvals;
  }

  /** Whether the server may be used. */
  public ServerLifecycle lifecycle() {
    return serverLifecycle;
  }

  public ServerClient client() {
    return serverSupervisor.client();
  }

  /** Whether the catalog itself answers calls of the tool of that name. */
  private boolean isAdded(String tool) {
    return serverSupervisor.tools().isAdded(tool);
  }

  /** Whether the tool of that name reads results that the catalog stored. */
  public boolean readsResults(String tool) {
    return tool.equals(ReadResultTool.NAME) && isAdded(tool);
  }

  /** Whether the tool of that name needs no approval: what it returns is of an approved call. */
  public boolean alwaysAllows(String tool) {
    return options.alwaysAllows(tool) || readsResults(tool);
  }

  /** Lists the tools on the calling thread, without supervision. */
  public void listTools() {
    serverSupervisor.tools().list(serverSupervisor.client().server());
  }

  /** All tools that the server lists, selected or not; {@code null} before they are listed. */
  public @Nullable List<ListedTool> listedTools() {
    if (disabledBy != null) {
      return List.of();
    }
    return serverSupervisor.tools().areKnown() ? serverSupervisor.tools().listed() : null;
  }

  /** The definitions that the server listed last, selected or not, also while it is disabled. */
  public List<Tool> listedDefinitions() {
    return serverSupervisor.tools().definitions();
  }

  /** All tools, of any visibility. */
  public List<CatalogTool> tools() {
    return disabledBy == null ? serverSupervisor.tools().all() : List.of();
  }

  /**
   * The current version of a tool from an earlier snapshot, no more visible than it was there;
   * {@code null} if it no longer exists.
   */
  public @Nullable CatalogTool present(CatalogTool seen) {
    CatalogTool tool = disabledBy == null ? serverSupervisor.tools().named(seen.modelName()) : null;
    return tool == null ? null : tool.withVisibility(tool.visibility().narrower(seen.visibility()));
  }

  private @Nullable ServerInfo info() {
    return serverSupervisor.info();
  }

  /** The server's instructions as shown to models, if any. */
  @Nullable String instructions() {
    return serverSupervisor.tools().instructions();
  }

  /** The state as shown to users. */
  public ServerState state() {
    return serverLifecycle.shown().state();
  }

  /** See {@link ServerStatus#reason}. */
  public @Nullable String reason() {
    return reason(serverLifecycle.shown());
  }

  private @Nullable String reason(ServerLifecycle.Phase now) {
    return now.reason() == null ? serverLifecycle.pausedBecause() : now.reason();
  }

  /** What is wrong with what the server lists and prints. */
  public List<ServerWarning> warnings() {
    List<ServerWarning> warnings = new ArrayList<>(serverSupervisor.tools().warnings());
    String output = client().nonProtocolOutput();
    if (output != null) {
      warnings.add(
          ServerWarning.of(
              ServerWarning.Kind.NON_PROTOCOL_OUTPUT,
              null,
              "it prints to standard output what is not an MCP message: " + output));
    }
    return warnings;
  }

  public ServerStatus status() {
    ServerLifecycle.Phase now = serverLifecycle.shown();
    return ServerStatus.builder(name, transport.address())
        .options(options)
        .state(now.state(), now.since())
        .reason(reason(now))
        .failure(now.failure())
        .disabledBy(disabledBy)
        .info(info())
        .instructions(instructions())
        .tools(tools())
        .nextAttempt(serverSupervisor.nextAttempt())
        .errors(history.errors())
        .standardError(serverSupervisor.client().standardError())
        .counters(ServerCounters.of(history.callCounters().counts()))
        .build();
  }

  /**
   * Starts with the known tools and the approvals of the predecessor, if the address is the same.
   *
   * @return whether tools must be compared with their pins, see {@link #compareTools}
   */
  boolean inheritFrom(ManagedServer predecessor) {
    if (!transport.address().equals(predecessor.transport.address())) {
      return false;
    }
    approvals = predecessor.approvals;
    return serverSupervisor.tools().inheritFrom(predecessor.serverSupervisor.tools());
  }

  /** Reports the initial state, which is no transition. */
  void publishIfDisabled() {
    if (disabledBy != null) {
      history.moved(serverLifecycle.now(), info());
    }
  }

  /** Connects the server, or a lazy server when it is first used. */
  void start() {
    if (options.start() != StartPolicy.LAZY) {
      serverSupervisor.start();
    } else if (serverLifecycle.is(ServerState.IDLE)) {
      context.use().isAwaitedFrom(System.nanoTime());
    }
  }

  /**
   * Prepares for use: connects the server if it is not, and lists its tools again if they are
   * stale.
   */
  public void used() {
    serverSupervisor.start();
    ServerTools tools = serverSupervisor.tools();
    Long goodUntil = tools.goodUntil();
    if (tools.areStale()) {
      serverSupervisor.refreshNow();
    } else if (goodUntil != null) {
      context.use().isAwaitedFrom(goodUntil);
    }
  }

  /** Reconnects. */
  public void restart() {
    serverSupervisor.restart();
  }

  /** Lists the tools again and accepts their definitions. */
  public void acceptToolChanges() {
    serverSupervisor.tools().acceptNext();
    refresh();
  }

  /** Lists the tools again. */
  public void refresh() {
    if (!serverSupervisor.start()) {
      serverSupervisor.refreshNow();
    }
  }

  /**
   * As {@link #refresh}; completes after that attempt, or at once if the server only starts to
   * connect.
   */
  public CompletableFuture<Void> refreshAsync() {
    return serverSupervisor.start()
        ? CompletableFuture.completedFuture(null)
        : serverSupervisor.refreshAsync();
  }

  /**
   * Lists the tools again if the server has announced a change; completes after that attempt.
   *
   * @return {@code null} if there is nothing to wait for
   */
  public @Nullable CompletableFuture<Void> refreshIfAnnounced() {
    return serverSupervisor.refreshIfAnnounced();
  }

  /** Waits for the end of the first connection attempt; a lazy server that is idle needs none. */
  public boolean awaitDecided(Deadline deadline) throws InterruptedException {
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

  public boolean isUsable() {
    return serverLifecycle.is(ServerState.CONNECTED) || serverLifecycle.is(ServerState.DEGRADED);
  }

  /** Hands over to a replacement: accepts no more calls and sends no more events. */
  void replaceBy(ManagedServer next) {
    successor = next;
    serverLifecycle.handOver();
  }

  /** Closes the server to new calls. */
  void refuseCalls() {
    serverLifecycle.move(ServerState.CLOSED, null);
  }

  /** Closes the server when its calls have ended, at the latest after {@link #DRAIN_TIMEOUT}. */
  void closeWhenIdle() {
    try {
      serverLifecycle.unused().get(DRAIN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // Calls in flight fail with a lost connection.
    } finally {
      close();
    }
  }

  public void close() {
    refuseCalls();
    serverSupervisor.close();
  }
}
