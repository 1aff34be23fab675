package io.mcpbridge.catalog;

import io.mcpbridge.client.Backoff;
import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.McpClientListener;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpSessionLostException;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.Tool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server under supervision: connected in the background, tried again for ever when it is away,
 * asked for its tools when they change. Its last known tools stay while it is away.
 */
final class ManagedServer implements McpClientListener, ServerCalls.Findings {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  /** Whoever asks has a reason to believe that the list has changed. */
  private static final CallOptions FRESH = CallOptions.defaults().withFreshAnswer();

  private final String name;
  private final String address;
  private final ServerOptions options;
  private final McpClient client;
  private final ServerCalls calls;
  private final ToolNews news;
  private final Schedule schedule;
  private final Runnable toolsReplaced;
  private final Once reconnect;
  private final Once refresh;
  private final Standing standing = new Standing();
  private final Backoff backoff = new Backoff(Duration.ofSeconds(1));
  private final Settling settling = new Settling();
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private final CountDownLatch decided = new CountDownLatch(1);

  /** Whether there was a connection, and it was of no use. */
  private volatile boolean stale;

  private volatile List<CatalogTool> tools = List.of();
  private volatile @Nullable ServerInfo info;

  /**
   * @param clientFor makes the client that reports to the given listener
   */
  ManagedServer(
      String name,
      String address,
      ServerOptions options,
      Function<McpClientListener, McpClient> clientFor,
      Schedule schedule,
      Runnable toolsReplaced) {
    this.name = name;
    this.address = address;
    this.options = options;
    this.schedule = schedule;
    this.toolsReplaced = toolsReplaced;
    this.reconnect = new Once(schedule, this::connect);
    this.refresh = new Once(schedule, this::refresh);
    this.client = clientFor.apply(this);
    this.calls = new ServerCalls(client, standing, this);
    this.news = new ToolNews(client, schedule, this::toolsChanged);
  }

  ServerOptions options() {
    return options;
  }

  ServerCalls calls() {
    return calls;
  }

  McpClient client() {
    return client;
  }

  List<CatalogTool> tools() {
    return tools;
  }

  CountDownLatch decided() {
    return decided;
  }

  ServerStatus status() {
    Standing.Position now = standing.now();
    return new ServerStatus(
        name, address, now.state(), now.since(), now.reason(), info, tools.size());
  }

  /** Begins to connect, unless that has begun. */
  void start() {
    if (standing.is(ServerState.IDLE) && standing.move(ServerState.CONNECTING, null) != null) {
      schedule.now(this::connect);
    }
  }

  private void connect() {
    exclusively(
        () -> {
          if (standing.is(ServerState.CONNECTED)) {
            listenIfDeaf();
            return;
          }
          if (stale) {
            stale = false;
            // Greeted anew: after an outage it may be another server, of another era.
            client.disconnect();
          }
          ServerInfo greeted = client.server();
          news.begin(); // before the tools are listed, so that no change is missed
          replaceTools(greeted);
          connected(greeted);
        });
    decided.countDown();
  }

  private void refresh() {
    exclusively(
        () -> {
          ServerInfo greeted = client.server();
          if (!standing.is(ServerState.CONNECTED) || !news.isBegun()) {
            news.begin(); // it was away for one call, or refused one caller's credentials
          }
          settling.looked(replaceTools(greeted));
          connected(greeted);
        });
  }

  private void connected(ServerInfo greeted) {
    if (!client.isConnected()) {
      throw new McpConnectionLostException("the connection was lost again at once");
    }
    if (standing.move(ServerState.CONNECTED, null) != null) {
      log.info(
          "MCP server \"{}\" ({}) is connected: revision {}, {} tools",
          name,
          address,
          greeted.protocolVersion(),
          tools.size());
    }
    decided.countDown();
    listenIfDeaf();
  }

  /** One call's failure may have ended the news while the tools were being listed. */
  private void listenIfDeaf() {
    if (!news.isBegun()) {
      refresh.after(Settling.SHORTEST);
    }
  }

  /** Whether anything has changed. */
  private boolean replaceTools(ServerInfo greeted) {
    info = greeted;
    List<Tool> listed =
        greeted.offers("tools") ? client.list(ListToolsRequest.first(), FRESH).items() : List.of();
    List<CatalogTool> fresh =
        listed.stream()
            .map(tool -> new CatalogTool(ToolNames.modelName(name, tool.name()), name, tool))
            .toList();
    if (fresh.equals(tools)) {
      return false;
    }
    tools = fresh;
    toolsReplaced.run();
    return true;
  }

  private void exclusively(Runnable work) {
    oneAtATime.lock();
    try {
      if (!standing.is(ServerState.CLOSED)) {
        work.run();
      }
    } catch (McpException e) {
      unavailable(e);
    } catch (RuntimeException e) {
      log.error("Supervision of MCP server \"{}\" failed", name, e);
      unavailable(new McpConnectException("unexpected: " + e, e));
    } finally {
      oneAtATime.unlock();
    }
  }

  @Override
  public void lookAgain() {
    refresh.after(Settling.SHORTEST);
  }

  @Override
  public void unavailable(McpException cause) {
    if (client.isConnected()) {
      stale = true;
    }
    ServerState state =
        cause instanceof McpHttpStatusException http && http.isUnauthorized()
            ? ServerState.NEEDS_AUTHORIZATION
            : ServerState.DISCONNECTED;
    Standing.Position before = standing.move(state, cause.reason());
    if (before != null) {
      if (before.state() == ServerState.CONNECTED && before.hasLasted(Backoff.LONGEST)) {
        backoff.reset();
      }
      log.warn(
          "MCP server \"{}\" {} (its tools {}; it is tried again by itself): {}",
          name,
          state == ServerState.DISCONNECTED ? "is not available" : "refuses the credentials",
          tools.isEmpty() ? "are absent" : "stay listed",
          cause.reason());
    }
    news.end();
    if (!standing.is(ServerState.CLOSED)) {
      reconnect.after(backoff::next); // one step for one attempt, however many noticed
    }
  }

  @Override
  public void toolsChanged() {
    refresh.after(settling::announced);
  }

  @Override
  public void connectionLost(McpException cause) {
    if (cause instanceof McpSessionLostException || client.isConnected()) {
      refresh.after(Settling.SHORTEST); // the server is there, greeted anew or to be greeted
    } else {
      unavailable(cause);
    }
  }

  void close() {
    standing.move(ServerState.CLOSED, null);
    decided.countDown();
    client.close();
  }
}
