package io.mcpbridge.catalog.internal.state;

import io.mcpbridge.catalog.internal.counters.CallCounters;
import io.mcpbridge.catalog.internal.counters.Counter;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerError;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ToolsChange;
import io.mcpbridge.error.McpException;
import io.mcpbridge.model.LoggingLevel;
import io.mcpbridge.model.ServerInfo;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The counters, errors and listeners of a server name. It survives when the server is disabled,
 * enabled or replaced.
 */
public final class ServerHistory {

  private final String server;
  private final CallCounters callCounters = new CallCounters();
  private final ErrorHistory errors = new ErrorHistory();
  private final EventDispatcher events;
  private ServerState last = ServerState.IDLE;

  /** Whether listeners last saw the server as connected. */
  private boolean isThere;

  private List<CatalogTool> lastTools = List.of();

  public ServerHistory(String server, CatalogListeners listeners, Executor workers) {
    this.server = server;
    this.events = new EventDispatcher(server, listeners, workers);
  }

  public String server() {
    return server;
  }

  public CallCounters callCounters() {
    return callCounters;
  }

  public EventDispatcher events() {
    return events;
  }

  public List<ServerError> errors() {
    return errors.all();
  }

  /** Records that the server could not be used. */
  public void unusable(McpException failure) {
    errors.add(LoggingLevel.ERROR, failure);
  }

  /** Records a completed call; the failure is {@code null} if the tool answered. */
  public void called(@Nullable McpException failure) {
    callCounters.increment(Counter.CALLS);
    if (failure != null) {
      callCounters.increment(Counter.FAILURES);
      errors.add(LoggingLevel.WARNING, failure);
    }
  }

  /**
   * Records a state transition.
   *
   * @param info what the server last reported about itself; {@code null} if it never connected
   */
  public synchronized void moved(ServerLifecycle.Phase to, @Nullable ServerInfo info) {
    ServerState before = last;
    String reason = to.reason();
    last = to.state();
    if (before == last) {
      return;
    }
    events.add(listener -> listener.stateChanged(server, before, to.state(), reason));
    if (to.state() == ServerState.CONNECTED && !isThere && info != null) {
      isThere = true;
      callCounters.increment(Counter.CONNECTS);
      events.add(listener -> listener.connected(server, info));
    }
    if (isThere && !isThere(to.state())) {
      isThere = false;
      if (isAway(to.state())) {
        events.add(listener -> listener.connectionLost(server, reason == null ? "" : reason));
      }
    }
  }

  /** Records the current tools. */
  public synchronized void hasTools(List<CatalogTool> tools) {
    ToolsChange change = ToolsChange.between(lastTools, tools);
    lastTools = tools;
    if (!change.isEmpty()) {
      events.add(listener -> listener.toolsChanged(server, change));
    }
  }

  private static boolean isThere(ServerState state) {
    return state == ServerState.CONNECTED || state == ServerState.DEGRADED;
  }

  private static boolean isAway(ServerState state) {
    return state == ServerState.DISCONNECTED || state == ServerState.NEEDS_AUTHORIZATION;
  }

  /** The most recent errors of one server. Thread-safe. */
  private static final class ErrorHistory {

    static final int CAPACITY = 100;

    private final ArrayDeque<ServerError> errors = new ArrayDeque<>();

    void add(LoggingLevel level, McpException failure) {
      String operation = failure.operation();
      add(
          new ServerError(
              Instant.now(),
              level,
              operation == null ? "supervision" : operation,
              failure.reason()));
    }

    private synchronized void add(ServerError error) {
      if (errors.size() == CAPACITY) {
        errors.removeFirst();
      }
      errors.addLast(error);
    }

    /** Oldest first. */
    synchronized List<ServerError> all() {
      return List.copyOf(errors);
    }
  }
}
