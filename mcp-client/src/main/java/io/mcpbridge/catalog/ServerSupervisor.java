package io.mcpbridge.catalog;

import io.mcpbridge.client.Backoff;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.McpClientListener;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.error.McpUnavailableException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.ServerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one server usable: connects it in the background, retries indefinitely, and lists its tools
 * again when they change. The last known tools stay while the server is unavailable. Decides when
 * to make an attempt and what its outcome means; {@link ServerConnection} makes it.
 */
final class ServerSupervisor
    implements McpClientListener, ServerCalls.CallListener, ServerConnection.AttemptListener {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final String name;
  private final String address;
  private final McpClient client;
  private final ServerLifecycle serverLifecycle;
  private final ServerHistory history;
  private final RetryAfterGate retryAfter;
  private final CatalogContext around;
  private final ServerTools tools;
  private final ServerConnection connection;
  private final DebouncedTask reconnect;
  private final DebouncedTask refresh;
  private final Debouncer announcements;
  private final Backoff backoff = new Backoff(Duration.ofSeconds(1));
  private final DebounceDelay debounceDelay = new DebounceDelay();

  /** Whether the last attempt could not reach the server, so that calls fail fast. */
  private volatile boolean unreachable;

  /** Whether change notifications may have been missed. */
  private volatile boolean missed;

  /**
   * @param clientFor creates the client that reports to the given listener
   */
  ServerSupervisor(
      String name,
      String address,
      ServerOptions options,
      Function<McpClientListener, McpClient> clientFor,
      ServerLifecycle serverLifecycle,
      ServerHistory history,
      InFlightCalls underWay,
      RetryAfterGate retryAfter,
      CatalogContext around) {
    this.name = name;
    this.address = address;
    this.serverLifecycle = serverLifecycle;
    this.history = history;
    this.retryAfter = retryAfter;
    this.around = around;
    CatalogScheduler schedule = around.schedule();
    this.announcements = new Debouncer(this::lookIfDue, schedule::after, System::nanoTime);
    this.client = clientFor.apply(this);
    this.tools = new ServerTools(name, options, around.definitions().of(name), client);
    ToolListWatcher news = new ToolListWatcher(client, this::announced, this::toolsChanged);
    this.connection = new ServerConnection(client, tools, news, serverLifecycle, underWay, this);
    this.reconnect = new DebouncedTask(schedule, connection::connect);
    this.refresh = new DebouncedTask(schedule, connection::refresh);
  }

  McpClient client() {
    return client;
  }

  ServerTools tools() {
    return tools;
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
      reconnect.after(Duration.ZERO);
    }
    return begins;
  }

  /** Closes the connection and reconnects. */
  void restart() {
    serverLifecycle.move(ServerState.CONNECTING, null);
    backoff.reset();
    connection.wantAnother();
    reconnect.after(Duration.ZERO);
  }

  @Override
  public void listed(boolean changed) {
    history.callCounters().refreshed();
    Long goodUntil = tools.goodUntil();
    if (goodUntil != null) {
      around.use().isAwaitedFrom(goodUntil);
    }
    if (changed && !serverLifecycle.isOut()) {
      around.toolsReplaced().accept(history);
    }
  }

  @Override
  public void lookedAgain(boolean changed) {
    debounceDelay.looked(changed);
  }

  @Override
  public void connected(ServerInfo greeted) {
    if (serverLifecycle.move(ServerState.CONNECTED, null) != null) {
      int count = tools.all().size();
      String line = "MCP server {} ({}) is connected: revision {}, {} {}";
      String version = greeted.protocolVersion();
      String unit = count == 1 ? "tool" : "tools";
      if (around.user() == null) {
        log.info(line, shown(), address, version, count, unit);
      } else {
        log.debug(line, shown(), address, version, count, unit); // one line per user is too much
      }
      around.connected().accept(name);
    }
  }

  /** The server's name for the log, with the user if it has one. */
  private String shown() {
    String user = around.user();
    return '"' + name + '"' + (user == null ? "" : " of user \"" + user + '"');
  }

  @Override
  public void degraded(McpException cause) {
    history.unusable(cause);
    tryLater();
    if (serverLifecycle.move(ServerState.DEGRADED, "its tools cannot be listed: " + cause.reason())
        != null) {
      log.warn(
          "MCP server {} does not list its tools (those that are known stay; it is asked again"
              + " by itself): {}",
          shown(),
          cause.reason());
    }
  }

  @Override
  public void unavailable(McpException cause) {
    connection.giveUp();
    unreachable = keepsCallsOut(cause);
    retryAfter.heard(cause);
    ServerState state = refuses(cause) ? ServerState.NEEDS_AUTHORIZATION : ServerState.DISCONNECTED;
    history.unusable(cause);
    ServerLifecycle.Phase now = serverLifecycle.now();
    if (now.state() == ServerState.CONNECTED && now.hasLasted(Backoff.LONGEST)) {
      backoff.reset();
    }
    tryLater();
    if (serverLifecycle.move(state, cause.reason()) != null) {
      log.warn(
          "MCP server {} {} (its tools {}; it is tried again by itself): {}",
          shown(),
          state == ServerState.DISCONNECTED ? "is not available" : "needs authorization",
          tools.all().isEmpty() ? "are absent" : "stay listed",
          cause.reason());
    }
  }

  /**
   * A connection that ended, such as that of a crashed process, does not rule out another one. A
   * missing credential may concern the supervision only, while callers have their own.
   */
  private static boolean keepsCallsOut(McpException cause) {
    return !(cause instanceof McpUnavailableException)
        && (!(cause instanceof McpConnectionLostException) || cause.isNothingSent());
  }

  private static boolean refuses(McpException cause) {
    return cause instanceof McpHttpStatusException http && http.isUnauthorized();
  }

  private void tryLater() {
    if (!serverLifecycle.isOut()) {
      reconnect.after(this::nextPause); // one step per attempt, however many callers noticed
    }
  }

  private Duration nextPause() {
    Duration own = backoff.next();
    Duration asked = retryAfter.left();
    return own.compareTo(asked) > 0 ? own : asked;
  }

  @Override
  public boolean isUnreachable() {
    return unreachable;
  }

  @Override
  public void lookAgain() {
    refresh.after(DebounceDelay.SHORTEST);
  }

  /** Lists the tools as soon as possible. */
  void lookNow() {
    refresh.after(Duration.ZERO);
  }

  /** As {@link #lookNow}; completes after that attempt. */
  CompletableFuture<Void> look() {
    return refresh.now();
  }

  /** Change notifications may have been missed. */
  @Override
  public void toolsChanged() {
    missed = true;
    announced();
  }

  private void announced() {
    announcements.announced(debounceDelay.announced());
  }

  /** Does nothing if a caller that could not wait has triggered the listing meanwhile. */
  private void lookIfDue() {
    if (missed || tools.areOutdated()) {
      missed = false;
      lookNow();
    }
  }

  /**
   * Lists the tools if the server has announced a change; completes after that attempt.
   *
   * @return {@code null} without an announcement, if the server is unavailable, or if it keeps
   *     announcing changes without any
   */
  @Nullable CompletableFuture<Void> lookIfAnnounced() {
    boolean isThere =
        serverLifecycle.is(ServerState.CONNECTED) || serverLifecycle.is(ServerState.DEGRADED);
    return isThere && tools.areOutdated() && !debounceDelay.isInVain() ? look() : null;
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
  public void connectionLost(McpException cause) {
    if (cause instanceof McpSessionLostException || client.isConnected()) {
      lookAgain(); // the server responds; it is or will be initialized again
    } else {
      unavailable(cause);
    }
  }
}
