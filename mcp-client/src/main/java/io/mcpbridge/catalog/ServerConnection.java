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
 * One attempt at a server: connects it, anew if need be, listens for changes, lists its tools. One
 * at a time, so that an older answer never comes after a newer one.
 */
final class ServerConnection {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  /** So often a connection is kept on which the tools cannot be listed; then one is tried anew. */
  private static final int MOST_RELISTINGS = 3;

  private final McpClient client;
  private final ServerTools tools;
  private final ToolNews news;
  private final Standing standing;
  private final CallsUnderWay underWay;
  private final Outcome outcome;
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private int failedListings;

  /** Whether there was a connection, and it was of no use. */
  private volatile boolean stale;

  /** Whether somebody wants another connection. */
  private volatile boolean restarting;

  ServerConnection(
      McpClient client,
      ServerTools tools,
      ToolNews news,
      Standing standing,
      CallsUnderWay underWay,
      Outcome outcome) {
    this.client = client;
    this.tools = tools;
    this.news = news;
    this.standing = standing;
    this.underWay = underWay;
    this.outcome = outcome;
  }

  /** Is told what comes of an attempt, on its thread and before the next one begins. */
  interface Outcome {

    /** Its tools were listed. */
    void listed(boolean changed);

    /** They were listed on a connection that there was already. */
    void lookedAgain(boolean changed);

    /** It is connected and its tools are known. */
    void connected(ServerInfo greeted);

    /** It is connected, and calls of the tools that are known go on; but it does not list them. */
    void degraded(McpException cause);

    /** It cannot be used. */
    void unavailable(McpException cause);

    /** Its tools are to be listed again. */
    void lookAgain();
  }

  void connect() {
    exclusively(
        () -> {
          if (standing.is(ServerState.CONNECTED) && !restarting) {
            listenIfDeaf();
            return;
          }
          if (stale || restarting) {
            stale = false;
            restarting = false;
            failedListings = 0;
            news.end();
            // Greeted anew: after an outage it may be another server, of another era.
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
            news.begin(); // it was away for one call, or refused one caller's credentials
          }
          outcome.lookedAgain(list(greeted));
          connected(greeted);
        });
  }

  /** The next attempt gives up the connection and makes another one. */
  void wantAnother() {
    restarting = true;
  }

  /** The connection is of no use, if there is one. */
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
    outcome.connected(greeted);
    listenIfDeaf();
  }

  private boolean isThere() {
    return standing.is(ServerState.CONNECTED) || standing.is(ServerState.DEGRADED);
  }

  /** One call's failure may have ended the news while the tools were being listed. */
  private void listenIfDeaf() {
    if (!news.isBegun()) {
      outcome.lookAgain();
    }
  }

  /** Whether anything has changed. */
  private boolean list(ServerInfo greeted) {
    boolean changed;
    try {
      changed = tools.list(greeted);
    } catch (McpException e) {
      failedListings++;
      throw e;
    }
    failedListings = 0;
    outcome.listed(changed);
    return changed;
  }

  private void exclusively(Runnable work) {
    oneAtATime.lock();
    try {
      if (!standing.isOut()) {
        work.run();
      }
    } catch (McpException e) {
      failed(e);
    } catch (RuntimeException e) {
      log.error("Supervision of MCP server \"{}\" failed", client.name(), e);
      outcome.unavailable(new McpConnectException("unexpected: " + e, e));
    } finally {
      oneAtATime.unlock();
    }
  }

  private void failed(McpException cause) {
    if (failedListings > 0 && tools.areKnown() && client.isConnected() && isAnAnswer(cause)) {
      // A process would take the calls under way with it.
      stale = failedListings > MOST_RELISTINGS && !underWay.any();
      outcome.degraded(cause);
    } else {
      outcome.unavailable(cause);
    }
  }

  /** Whether the server is there and has said something, though not what it was asked for. */
  private static boolean isAnAnswer(McpException cause) {
    return cause instanceof McpErrorResponseException
        || cause instanceof McpProtocolException
        || cause instanceof McpLimitException;
  }
}
