package io.mcpbridge.catalog.internal.supervision;

import io.mcpbridge.catalog.internal.counters.Counter;
import io.mcpbridge.catalog.internal.state.DebounceDelay;
import io.mcpbridge.catalog.internal.state.ServerHistory;
import io.mcpbridge.catalog.internal.state.ServerLifecycle;
import io.mcpbridge.catalog.internal.tools.ServerTools;
import io.mcpbridge.catalog.internal.tools.ToolListWatcher;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.client.call.McpClientListener;
import io.mcpbridge.error.McpAuthorizationException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.internal.concurrent.Backoff;
import io.mcpbridge.internal.concurrent.Debouncer;
import io.mcpbridge.internal.concurrent.Scheduler;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.ServerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Keeps one server usable: connects it in the background, retries indefinitely, and lists its tools
 * again when they change. The last known tools stay while the server is unavailable. Decides when
 * to make an attempt and what its outcome means; {@link ServerConnection} makes it.
 */
final class ServerSupervisor
    implements McpClientListener, ServerCalls.CallListener, ServerConnection.AttemptListener {

  private static final Logger log = LoggerFactory.getLogger(ServerSupervisor.class);

  private final String name;
  private final String address;
  private final ServerClient client;
  private final ServerLifecycle serverLifecycle;
  private final ServerHistory history;
  private final CatalogContext context;
  private final ServerTools tools;
  private final ServerConnection connection;
  private final Debouncer reconnect;
  private final Debouncer refresh;
  private final Backoff backoff;
  private final DebounceDelay debounceDelay = new DebounceDelay();

  /** Whether the tools are to be listed even if the server has announced no change. */
  private final AtomicBoolean listingRequired = new AtomicBoolean();

  /** Whether the last failure was that a user has to sign in or grant access first. */
  private volatile boolean awaitsUser;

  /**
   * @param clientFor creates the client that reports to the given listener
   */
  ServerSupervisor(
      String name,
      String address,
      ServerOptions options,
      Function<McpClientListener, ServerClient> clientFor,
      ServerLifecycle serverLifecycle,
      ServerHistory history,
      CatalogContext context) {
    this.name = name;
    this.address = address;
    this.serverLifecycle = serverLifecycle;
    this.history = history;
    this.context = context;
    this.backoff = new Backoff(options.reconnectDelay(), options.maxReconnectDelay());
    Scheduler schedule = context.schedule();
    this.client = clientFor.apply(this);
    this.tools =
        new ServerTools(
            name,
            options,
            context.definitions().of(name),
            client,
            context.toolNames(),
            context.storesResults());
    ToolListWatcher news = new ToolListWatcher(client, this::announced, this::toolsChanged);
    this.connection = new ServerConnection(client, tools, news, serverLifecycle, this);
    this.reconnect = new Debouncer(schedule, connection::connect);
    this.refresh = new Debouncer(schedule, this::refreshIfRequired);
  }

  ServerClient client() {
    return client;
  }

  /** What the server reported when it last connected, also while its tools are being listed. */
  @Nullable ServerInfo info() {
    ServerInfo listed = tools.info();
    return listed == null ? connection.listing() : listed;
  }

  ServerTools tools() {
    return tools;
  }

  /**
   * Applies other options; an attempt that is already scheduled keeps its time.
   *
   * @return whether tools must be compared with their pins
   */
  boolean update(ServerOptions newOptions) {
    backoff.update(newOptions.reconnectDelay(), newOptions.maxReconnectDelay());
    return tools.update(newOptions);
  }

  /** Closes the connection for good. */
  void close() {
    connection.close();
  }

  /** When the next connection attempt is due, if one is scheduled. */
  @Nullable Instant nextAttempt() {
    return reconnect.due();
  }

  /**
   * Starts connecting, unless that has already begun.
   *
   * @return whether this call started it
   */
  boolean start() {
    boolean begins =
        serverLifecycle.is(ServerState.IDLE)
            && serverLifecycle.move(ServerState.CONNECTING, null) != null;
    if (begins) {
      reconnect.runAfter(Duration.ZERO);
    }
    return begins;
  }

  /** Closes the connection and reconnects. */
  void restart() {
    serverLifecycle.restart();
    backoff.reset();
    reconnect.runAfter(Duration.ZERO);
  }

  @Override
  public void listed(boolean changed) {
    history.callCounters().increment(Counter.REFRESHES);
    Long goodUntil = tools.goodUntil();
    if (goodUntil != null) {
      context.use().isAwaitedFrom(goodUntil);
    }
    if (changed && !serverLifecycle.isTerminated()) {
      context.toolsReplaced().accept(history);
    }
  }

  @Override
  public void relisted(boolean changed) {
    debounceDelay.listed(changed);
  }

  @Override
  public void connected(ServerInfo greeted) {
    awaitsUser = false;
    if (serverLifecycle.move(ServerState.CONNECTED, null) != null) {
      int count = tools.all().size();
      String line = "MCP server {} ({}) is connected: revision {}, {} {}";
      String version = greeted.protocolVersion();
      String unit = count == 1 ? "tool" : "tools";
      if (context.user() == null) {
        log.info(line, logName(), address, version, count, unit);
      } else {
        log.debug(line, logName(), address, version, count, unit); // one line per user is too much
      }
      context.connected().accept(name);
    }
  }

  /** The server's name for the log, with the user if it has one. */
  private String logName() {
    String user = context.user();
    return '"' + name + '"' + (user == null ? "" : " of user \"" + user + '"');
  }

  @Override
  public void degraded(McpException cause) {
    history.unusable(cause);
    retryLater();
    if (serverLifecycle.move(
            ServerState.DEGRADED, "its tools cannot be listed: " + cause.reason(), cause)
        != null) {
      log.warn(
          "MCP server {} does not list its tools (known tools stay; retrying automatically): {}",
          logName(),
          cause.reason());
    }
  }

  @Override
  public void unavailable(McpException cause) {
    serverLifecycle.connectionLost(isUnusable(cause), client.isConnected());
    connection.giveUp();
    serverLifecycle.retryAfter().record(cause);
    ServerState state = refuses(cause) ? ServerState.NEEDS_AUTHORIZATION : ServerState.DISCONNECTED;
    history.unusable(cause);
    ServerLifecycle.Phase now = serverLifecycle.now();
    if (now.state() == ServerState.CONNECTED && now.hasLasted(backoff.max())) {
      backoff.reset();
    }
    retryLater();
    boolean isUserAwaited =
        cause instanceof McpAuthorizationException refusal && refusal.isUserRequired();
    boolean isOtherCause = awaitsUser && !isUserAwaited;
    awaitsUser = isUserAwaited;
    if (serverLifecycle.move(state, cause.reason(), cause) != null || isOtherCause) {
      log.atLevel(isUserAwaited ? Level.INFO : Level.WARN)
          .log(
              "MCP server {} {} (its tools {}{}): {}",
              logName(),
              state == ServerState.DISCONNECTED ? "is not available" : "needs authorization",
              tools.all().isEmpty() ? "are absent" : "stay listed",
              isUserAwaited ? "" : "; retrying automatically",
              cause.reason());
    }
  }

  /**
   * A connection that ended, such as that of a crashed process, does not rule out another one. A
   * missing credential may concern the supervision only, while callers have their own.
   */
  private static boolean isUnusable(McpException cause) {
    return !(cause instanceof McpUnavailableException)
        && (!(cause instanceof McpConnectionLostException) || !cause.delivery().mayHaveRun());
  }

  private static boolean refuses(McpException cause) {
    return cause instanceof McpHttpStatusException http && http.isUnauthorized();
  }

  private void retryLater() {
    if (!serverLifecycle.isTerminated()) {
      reconnect.runAfter(this::nextDelay); // one step per attempt, however many callers noticed
    }
  }

  private Duration nextDelay() {
    Duration backoffDelay = backoff.next();
    Duration retryAfter = serverLifecycle.retryAfter().remaining();
    return backoffDelay.compareTo(retryAfter) > 0 ? backoffDelay : retryAfter;
  }

  @Override
  public void refreshRequired() {
    listingRequired.set(true);
    refresh.runAfter(DebounceDelay.MIN_DELAY);
  }

  /** Lists the tools as soon as possible. */
  void refreshNow() {
    listingRequired.set(true);
    refresh.runAfter(Duration.ZERO);
  }

  /** As {@link #refreshNow}; completes after that attempt. */
  CompletableFuture<Void> refreshAsync() {
    listingRequired.set(true);
    return refresh.runNow();
  }

  /** Change notifications may have been missed. */
  @Override
  public void toolsChanged() {
    listingRequired.set(true);
    announced();
  }

  private void announced() {
    refresh.runWhenQuiet(debounceDelay.announced());
  }

  /** Does nothing if the tools were listed after the announcement, as when connecting. */
  private void refreshIfRequired() {
    if (listingRequired.getAndSet(false) || tools.areOutdated()) {
      connection.refresh();
    }
  }

  /**
   * Lists the tools if the server has announced a change; completes after that attempt.
   *
   * @return {@code null} without an announcement, if the server is unavailable, or if it keeps
   *     announcing changes without any
   */
  @Nullable CompletableFuture<Void> refreshIfAnnounced() {
    boolean isThere =
        serverLifecycle.is(ServerState.CONNECTED) || serverLifecycle.is(ServerState.DEGRADED);
    return isThere && tools.areOutdated() && !debounceDelay.isWithoutChanges()
        ? refreshAsync()
        : null;
  }

  @Override
  public void logMessage(LogMessage message) {
    history.events().addPassing(listener -> listener.logMessage(name, message));
  }

  @Override
  public void notification(JsonRpcNotification notification) {
    history.events().addPassing(listener -> listener.notification(name, notification));
  }

  @Override
  public void sessionLost() {
    history.callCounters().increment(Counter.SESSIONS_LOST);
  }

  @Override
  public void connectionLost(McpException cause) {
    if (cause instanceof McpSessionLostException || client.isConnected()) {
      refreshRequired(); // the server responds; it is or will be initialized again
    } else {
      unavailable(cause);
    }
  }
}
