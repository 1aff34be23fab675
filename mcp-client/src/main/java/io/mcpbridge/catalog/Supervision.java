package io.mcpbridge.catalog;

import io.mcpbridge.client.Backoff;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.McpClientListener;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpLimitException;
import io.mcpbridge.error.McpProtocolException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.ServerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one server usable: connected in the background, tried again for ever when it is away, asked
 * for its tools when they change. Its last known tools stay while it is away. One attempt at a
 * time, so that an older answer never comes after a newer one.
 */
final class Supervision implements McpClientListener, ServerCalls.Findings {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  /** So often a connection is kept on which the tools cannot be listed; then one is tried anew. */
  private static final int MOST_RELISTINGS = 3;

  private final String name;
  private final String address;
  private final McpClient client;
  private final Standing standing;
  private final ServerHistory history;
  private final CallsUnderWay underWay;
  private final AskedPause askedPause;
  private final Surroundings around;
  private final ServerTools tools;
  private final ToolNews news;
  private final Once reconnect;
  private final Once refresh;
  private final Burst announcements;
  private final Backoff backoff = new Backoff(Duration.ofSeconds(1));
  private final Settling settling = new Settling();
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private int failedListings;

  /** Whether there was a connection, and it was of no use. */
  private volatile boolean stale;

  /** Whether somebody wants another connection. */
  private volatile boolean restarting;

  /** Whether it could not be reached when that was tried last. */
  private volatile boolean unreachable;

  /**
   * @param clientFor makes the client that reports to the given listener
   */
  Supervision(
      String name,
      String address,
      ServerOptions options,
      Function<McpClientListener, McpClient> clientFor,
      Standing standing,
      ServerHistory history,
      CallsUnderWay underWay,
      AskedPause askedPause,
      Surroundings around) {
    this.name = name;
    this.address = address;
    this.standing = standing;
    this.history = history;
    this.underWay = underWay;
    this.askedPause = askedPause;
    this.around = around;
    Schedule schedule = around.schedule();
    this.reconnect = new Once(schedule, this::connect);
    this.refresh = new Once(schedule, this::refresh);
    this.announcements = new Burst(this::lookNow, schedule::after, System::nanoTime);
    this.client = clientFor.apply(this);
    this.tools = new ServerTools(name, options, around.pins(), client);
    this.news = new ToolNews(client, this::toolsChanged);
  }

  McpClient client() {
    return client;
  }

  ServerTools tools() {
    return tools;
  }

  /** Ends the connection for good. */
  void close() {
    news.endForGood();
    client.close();
  }

  /** When it is tried again, if that is planned. */
  @Nullable Instant nextAttempt() {
    return reconnect.due();
  }

  /**
   * Begins to connect, unless that has begun.
   *
   * @return whether it begins now
   */
  boolean start() {
    boolean begins =
        standing.is(ServerState.IDLE) && standing.move(ServerState.CONNECTING, null) != null;
    if (begins) {
      reconnect.after(Duration.ZERO);
    }
    return begins;
  }

  /** Gives up the connection and begins to connect anew. */
  void restart() {
    standing.move(ServerState.CONNECTING, null);
    backoff.reset();
    restarting = true;
    reconnect.after(Duration.ZERO);
  }

  private void connect() {
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

  private void refresh() {
    exclusively(
        () -> {
          ServerInfo greeted = client.server();
          if (!isThere() || !news.isBegun()) {
            news.begin(); // it was away for one call, or refused one caller's credentials
          }
          settling.looked(list(greeted));
          connected(greeted);
        });
  }

  private void connected(ServerInfo greeted) {
    if (!client.isConnected()) {
      throw new McpConnectionLostException("the connection was lost again at once");
    }
    stale = false;
    if (standing.move(ServerState.CONNECTED, null) != null) {
      log.info(
          "MCP server \"{}\" ({}) is connected: revision {}, {} tools",
          name,
          address,
          greeted.protocolVersion(),
          tools.all().size());
      around.connected().accept(name);
    }
    listenIfDeaf();
  }

  private boolean isThere() {
    return standing.is(ServerState.CONNECTED) || standing.is(ServerState.DEGRADED);
  }

  /** One call's failure may have ended the news while the tools were being listed. */
  private void listenIfDeaf() {
    if (!news.isBegun()) {
      lookAgain();
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
    history.tally().refreshed();
    Long goodUntil = tools.goodUntil();
    if (goodUntil != null) {
      around.use().isAwaitedFrom(goodUntil);
    }
    if (changed && !standing.isOut()) {
      around.toolsReplaced().accept(history);
    }
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
      log.error("Supervision of MCP server \"{}\" failed", name, e);
      unavailable(new McpConnectException("unexpected: " + e, e));
    } finally {
      oneAtATime.unlock();
    }
  }

  private void failed(McpException cause) {
    if (failedListings > 0 && tools.areKnown() && client.isConnected() && isAnAnswer(cause)) {
      degraded(cause);
    } else {
      unavailable(cause);
    }
  }

  /** It is connected, and calls of the tools that are known go on; but it cannot be asked anew. */
  private void degraded(McpException cause) {
    // A process would take the calls under way with it.
    stale = failedListings > MOST_RELISTINGS && !underWay.any();
    history.unusable(cause);
    tryLater();
    if (standing.move(ServerState.DEGRADED, "its tools cannot be listed: " + cause.reason())
        != null) {
      log.warn(
          "MCP server \"{}\" does not list its tools (those that are known stay; it is asked again"
              + " by itself): {}",
          name,
          cause.reason());
    }
  }

  @Override
  public void unavailable(McpException cause) {
    if (client.isConnected()) {
      stale = true;
    }
    // That a connection ended, as with a process that crashed, is no reason not to open another.
    unreachable = !(cause instanceof McpConnectionLostException) || cause.isNothingSent();
    askedPause.heard(cause);
    ServerState state = refuses(cause) ? ServerState.NEEDS_AUTHORIZATION : ServerState.DISCONNECTED;
    history.unusable(cause);
    news.end();
    Standing.Position now = standing.now();
    if (now.state() == ServerState.CONNECTED && now.hasLasted(Backoff.LONGEST)) {
      backoff.reset();
    }
    tryLater();
    if (standing.move(state, cause.reason()) != null) {
      log.warn(
          "MCP server \"{}\" {} (its tools {}; it is tried again by itself): {}",
          name,
          state == ServerState.DISCONNECTED ? "is not available" : "refuses the credentials",
          tools.all().isEmpty() ? "are absent" : "stay listed",
          cause.reason());
    }
  }

  /** Whether the server is there and has said something, though not what it was asked for. */
  private static boolean isAnAnswer(McpException cause) {
    return cause instanceof McpErrorResponseException
        || cause instanceof McpProtocolException
        || cause instanceof McpLimitException;
  }

  private static boolean refuses(McpException cause) {
    return cause instanceof McpHttpStatusException http && http.isUnauthorized();
  }

  private void tryLater() {
    if (!standing.isOut()) {
      reconnect.after(this::nextPause); // one step for one attempt, however many noticed
    }
  }

  private Duration nextPause() {
    Duration own = backoff.next();
    Duration asked = askedPause.left();
    return own.compareTo(asked) > 0 ? own : asked;
  }

  @Override
  public boolean isUnreachable() {
    return unreachable;
  }

  @Override
  public void lookAgain() {
    refresh.after(Settling.SHORTEST);
  }

  /** Lists the tools as soon as possible. */
  void lookNow() {
    refresh.after(Duration.ZERO);
  }

  @Override
  public void toolsChanged() {
    announcements.announced(settling.announced());
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
      lookAgain(); // the server is there, greeted anew or to be greeted
    } else {
      unavailable(cause);
    }
  }
}
