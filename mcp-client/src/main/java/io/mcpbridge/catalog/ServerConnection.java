package io.mcpbridge.catalog;

import io.mcpbridge.client.McpClient;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.model.ServerInfo;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes attempts to use a server: connects or reconnects it, subscribes to changes, lists its
 * tools. One attempt at a time, so that an older list never overwrites a newer one.
 */
final class ServerConnection {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  /** How many failed listings in a row a connection survives. */
  private static final int MOST_RELISTINGS = 3;

  private final McpClient client;
  private final ServerTools tools;
  private final ToolListWatcher news;
  private final ServerLifecycle serverLifecycle;
  private final InFlightCalls underWay;
  private final AttemptListener attemptListener;
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private int failedListings;

  /** Whether the current connection failed and must be replaced. */
  private volatile boolean stale;

  /** Whether a new connection was requested. */
  private volatile boolean restarting;

  ServerConnection(
      McpClient client,
      ServerTools tools,
      ToolListWatcher news,
      ServerLifecycle serverLifecycle,
      InFlightCalls underWay,
      AttemptListener attemptListener) {
    this.client = client;
    this.tools = tools;
    this.news = news;
    this.serverLifecycle = serverLifecycle;
    this.underWay = underWay;
    this.attemptListener = attemptListener;
  }

  /** Receives the outcome of each attempt, on its thread and before the next attempt. */
  interface AttemptListener {

    /** The tools were listed. */
    void listed(boolean changed);

    /** The tools were listed on an existing connection. */
    void lookedAgain(boolean changed);

    /** The server is connected and its tools are known. */
    void connected(ServerInfo greeted);

    /** The server is connected but does not list its tools. Calls of known tools continue. */
    void degraded(McpException cause);

    /** The server cannot be used. */
    void unavailable(McpException cause);

    /** The tools should be listed again. */
    void lookAgain();
  }

  void connect() {
    exclusively(
        () -> {
          if (serverLifecycle.is(ServerState.CONNECTED) && !restarting) {
            listenIfDeaf();
            return;
          }
          if (stale || restarting) {
            stale = false;
            restarting = false;
            failedListings = 0;
            news.end();
            // Initialize again: after an outage the server may have another version or protocol
            // revision.
            client.disconnect();
          }
          ServerInfo greeted = client.server();
          if (!news.isBegun()) {
            news.begin(); // before the tools are listed, so that no change is missed
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
          if (!isThere() || !news.isBegun()) {
            news.begin(); // one call failed to connect, or one caller's credentials were refused
          }
          attemptListener.lookedAgain(list(greeted));
          connected(greeted);
        });
  }

  /** Makes the next attempt use a new connection. */
  void wantAnother() {
    restarting = true;
  }

  /** Discards the connection, if there is one. */
  void giveUp() {
    if (client.isConnected()) {
      stale = true;
    }
    news.end();
  }

  void close() {
    news.endForGood();
    client.close();
  }

  private void connected(ServerInfo greeted) {
    if (!client.isConnected()) {
      throw new McpConnectionLostException("the connection was lost again at once");
    }
    stale = false;
    attemptListener.connected(greeted);
    listenIfDeaf();
  }

  private boolean isThere() {
    return serverLifecycle.is(ServerState.CONNECTED) || serverLifecycle.is(ServerState.DEGRADED);
  }

  /** A failed call may have ended the subscription during the listing. */
  private void listenIfDeaf() {
    if (!news.isBegun()) {
      attemptListener.lookAgain();
    }
  }

  /** Lists the tools; returns whether they changed. */
  private boolean list(ServerInfo greeted) {
    boolean changed;
    try {
      changed = tools.list(greeted);
    } catch (McpException e) {
      failedListings++;
      throw e;
    }
    failedListings = 0;
    attemptListener.listed(changed);
    return changed;
  }

  private void exclusively(Runnable work) {
    oneAtATime.lock();
    try {
      if (!serverLifecycle.isOut()) {
        work.run();
      }
    } catch (McpException e) {
      failed(e);
    } catch (RuntimeException e) {
      log.error("Supervision of MCP server \"{}\" failed", client.name(), e);
      attemptListener.unavailable(new McpConnectException("unexpected: " + e, e));
    } finally {
      oneAtATime.unlock();
    }
  }

  private void failed(McpException cause) {
    if (failedListings > 0 && tools.areKnown() && client.isConnected() && isAnAnswer(cause)) {
      // Reconnecting a process would end its calls in flight.
      stale = failedListings > MOST_RELISTINGS && !underWay.any();
      attemptListener.degraded(cause);
    } else {
      attemptListener.unavailable(cause);
    }
  }

  /** Whether the server responded, though not with a usable list. */
  private static boolean isAnAnswer(McpException cause) {
    return cause instanceof McpErrorResponseException
        || cause instanceof McpProtocolException
        || cause instanceof McpLimitException;
  }
}
