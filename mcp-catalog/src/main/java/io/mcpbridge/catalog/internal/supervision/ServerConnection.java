package io.mcpbridge.catalog.internal.supervision;

import io.mcpbridge.catalog.internal.state.ServerLifecycle;
import io.mcpbridge.catalog.internal.tools.ServerTools;
import io.mcpbridge.catalog.internal.tools.ToolListWatcher;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.internal.client.ClientEngine;
import io.mcpbridge.model.ServerInfo;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes attempts to use a server: connects or reconnects it, subscribes to changes, lists its
 * tools. One attempt at a time, so that an older list never overwrites a newer one.
 */
final class ServerConnection {

  private static final Logger log = LoggerFactory.getLogger(ServerConnection.class);

  /** How many failed listings in a row a connection survives. */
  private static final int MAX_RELISTINGS = 3;

  private final ClientEngine client;
  private final ServerTools tools;
  private final ToolListWatcher toolListWatcher;
  private final ServerLifecycle serverLifecycle;
  private final AttemptListener attemptListener;
  private final ReentrantLock lock = new ReentrantLock();
  private int failedListings;
  private volatile @Nullable ServerInfo listing;

  ServerConnection(
      ClientEngine client,
      ServerTools tools,
      ToolListWatcher toolListWatcher,
      ServerLifecycle serverLifecycle,
      AttemptListener attemptListener) {
    this.client = client;
    this.tools = tools;
    this.toolListWatcher = toolListWatcher;
    this.serverLifecycle = serverLifecycle;
    this.attemptListener = attemptListener;
  }

  /** Receives the outcome of each attempt, on its thread and before the next attempt. */
  interface AttemptListener {

    /** The tools were listed. */
    void listed(boolean changed);

    /** The tools were listed on an existing connection. */
    void relisted(boolean changed);

    /** The server is connected and its tools are known. */
    void connected(ServerInfo greeted);

    /** The server is connected but does not list its tools. Calls of known tools continue. */
    void degraded(McpException cause);

    /** The server cannot be used. */
    void unavailable(McpException cause);

    /** The tools should be listed again. */
    void refreshRequired();
  }

  /** What a server reported whose tools are being listed; {@code null} at other times. */
  @Nullable ServerInfo listing() {
    return listing;
  }

  void connect() {
    exclusively(
        () -> {
          if (serverLifecycle.is(ServerState.CONNECTED) && !serverLifecycle.isRestarting()) {
            subscribeIfMissing();
            return;
          }
          if (serverLifecycle.takeReplacement()) {
            failedListings = 0;
            toolListWatcher.end();
            // Initialize again: after an outage the server may have another version or protocol
            // revision.
            client.disconnect();
          }
          ServerInfo greeted = client.server();
          if (!toolListWatcher.isBegun()) {
            toolListWatcher.begin(); // before the tools are listed, so that no change is missed
          }
          list(greeted);
          connected(greeted);
        });
  }

  /** Lists the tools again. */
  void refresh() {
    exclusively(
        () -> {
          ServerInfo greeted = client.server();
          if (!isThere() || !toolListWatcher.isBegun()) {
            toolListWatcher
                .begin(); // one call failed to connect, or one caller's credentials were refused
          }
          attemptListener.relisted(list(greeted));
          connected(greeted);
        });
  }

  /** Ends the subscription of a connection that is given up. */
  void giveUp() {
    toolListWatcher.end();
  }

  void close() {
    toolListWatcher.close();
    client.close();
  }

  private void connected(ServerInfo greeted) {
    if (!client.isConnected()) {
      throw new McpConnectionLostException("the new connection was lost immediately");
    }
    serverLifecycle.stale(false);
    attemptListener.connected(greeted);
    subscribeIfMissing();
  }

  private boolean isThere() {
    return serverLifecycle.is(ServerState.CONNECTED) || serverLifecycle.is(ServerState.DEGRADED);
  }

  /** A failed call may have ended the subscription during the listing. */
  private void subscribeIfMissing() {
    if (!toolListWatcher.isBegun()) {
      attemptListener.refreshRequired();
    }
  }

  /** Lists the tools; returns whether they changed. */
  private boolean list(ServerInfo greeted) {
    boolean changed;
    listing = greeted;
    try {
      changed = tools.list(greeted);
    } catch (McpException e) {
      failedListings++;
      throw e;
    } finally {
      listing = null;
    }
    failedListings = 0;
    attemptListener.listed(changed);
    return changed;
  }

  private void exclusively(Runnable work) {
    lock.lock();
    try {
      if (!serverLifecycle.isTerminated()) {
        work.run();
      }
    } catch (McpException e) {
      failed(e);
    } catch (RuntimeException e) {
      log.error("Supervision of MCP server \"{}\" failed", client.name(), e);
      attemptListener.unavailable(new McpConnectException("unexpected: " + e, e));
    } finally {
      lock.unlock();
    }
  }

  private void failed(McpException cause) {
    if (failedListings > 0 && tools.areKnown() && client.isConnected() && isServerResponse(cause)) {
      // Reconnecting a process would end its calls in flight.
      serverLifecycle.stale(failedListings > MAX_RELISTINGS && !serverLifecycle.isUsed());
      attemptListener.degraded(cause);
    } else {
      attemptListener.unavailable(cause);
    }
  }

  /** Whether the server responded, though not with a usable list. */
  private static boolean isServerResponse(McpException cause) {
    return cause instanceof McpErrorResponseException
        || cause instanceof McpProtocolException
        || cause instanceof McpLimitException;
  }
}
