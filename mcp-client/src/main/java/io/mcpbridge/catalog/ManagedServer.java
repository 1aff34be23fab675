package io.mcpbridge.catalog;

import io.mcpbridge.client.CallOptions;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.McpClientListener;
import io.mcpbridge.error.McpConnectException;
import io.mcpbridge.error.McpConnectionLostException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.model.CallToolRequest;
import io.mcpbridge.model.CallToolResult;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.Tool;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server under supervision: connected in the background, tried again for ever when it is away,
 * asked for its tools when they change. Its last known tools stay while it is away.
 */
final class ManagedServer implements McpClientListener {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  /** Notifications often come in bursts; the list is asked for once, after they have settled. */
  private static final Duration SETTLE = Duration.ofMillis(300);

  private final String name;
  private final String address;
  private final McpClient client;
  private final Schedule schedule;
  private final Runnable toolsReplaced;
  private final Backoff backoff = new Backoff();
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private final AtomicBoolean refreshDue = new AtomicBoolean();
  private final CountDownLatch decided = new CountDownLatch(1);
  private volatile Standing standing = Standing.of(ServerState.IDLE, null);
  private volatile List<CatalogTool> tools = List.of();
  private volatile @Nullable ServerInfo info;

  /**
   * @param clientFor makes the client that reports to the given listener
   */
  ManagedServer(
      String name,
      String address,
      Function<McpClientListener, McpClient> clientFor,
      Schedule schedule,
      Runnable toolsReplaced) {
    this.name = name;
    this.address = address;
    this.schedule = schedule;
    this.toolsReplaced = toolsReplaced;
    this.client = clientFor.apply(this);
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
    Standing now = standing;
    return new ServerStatus(
        name, address, now.state(), now.since(), now.reason(), info, tools.size());
  }

  /** Begins to connect, unless that has begun. */
  void start() {
    if (standing.state() == ServerState.IDLE) {
      stand(ServerState.CONNECTING, null);
      schedule.now(this::connect);
    }
  }

  private void connect() {
    exclusively(
        () -> {
          if (standing.state() == ServerState.CONNECTED) {
            return;
          }
          ServerInfo greeted = client.server();
          info = greeted;
          replaceTools(greeted);
          stand(ServerState.CONNECTED, null);
          log.info(
              "MCP server \"{}\" ({}) is connected: revision {}, {} tools",
              name,
              address,
              greeted.protocolVersion(),
              tools.size());
        });
    decided.countDown();
  }

  private void refresh() {
    // Cleared before asking: a change that is announced while the list travels is asked for again.
    refreshDue.set(false);
    exclusively(() -> replaceTools(client.server()));
  }

  private void replaceTools(ServerInfo greeted) {
    List<Tool> listed = greeted.offers("tools") ? client.listTools() : List.of();
    List<CatalogTool> fresh =
        listed.stream()
            .map(tool -> new CatalogTool(ToolNames.modelName(name, tool.name()), name, tool))
            .toList();
    if (!fresh.equals(tools)) {
      tools = fresh;
      toolsReplaced.run();
    }
  }

  private void exclusively(Runnable work) {
    oneAtATime.lock();
    try {
      if (standing.state() != ServerState.CLOSED) {
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

  /** Makes a call, without retries: whether it is safe to repeat is for the client to know. */
  CallToolResult call(Tool tool, Map<String, @Nullable Object> arguments, CallOptions options) {
    Standing now = standing;
    if (now.state() == ServerState.DISCONNECTED) {
      // Answers at once instead of keeping the model waiting; supervision is already trying.
      throw new McpConnectException("not connected: " + now.reason());
    }
    try {
      return client.newCall(new CallToolRequest(tool.name(), arguments), options).execute();
    } catch (McpConnectException | McpConnectionLostException e) {
      unavailable(e);
      throw e;
    }
  }

  private void unavailable(McpException cause) {
    Standing before = standing;
    if (before.state() == ServerState.CLOSED) {
      return;
    }
    boolean refused =
        cause instanceof McpHttpStatusException http
            && (http.status() == 401 || http.status() == 403);
    ServerState state = refused ? ServerState.NEEDS_AUTHORIZATION : ServerState.DISCONNECTED;
    if (before.state() == state) {
      schedule.after(backoff.next(), this::connect);
      return;
    }
    if (before.state() == ServerState.CONNECTED
        && Duration.between(before.since(), Instant.now()).compareTo(Backoff.LONGEST) > 0) {
      backoff.reset();
    }
    stand(state, cause.reason());
    log.warn(
        "MCP server \"{}\" {}: {} Its tools {}; it is tried again by itself.",
        name,
        refused ? "refuses the credentials" : "is not available",
        sentence(cause.reason()),
        tools.isEmpty() ? "are absent" : "stay listed");
    schedule.after(backoff.next(), this::connect);
  }

  private static String sentence(String text) {
    return text.endsWith(".") ? text : text + ".";
  }

  private void stand(ServerState state, @Nullable String reason) {
    standing = Standing.of(state, reason);
  }

  @Override
  public void toolsChanged() {
    if (refreshDue.compareAndSet(false, true)) {
      schedule.after(SETTLE, this::refresh);
    }
  }

  @Override
  public void connectionLost(McpException cause) {
    unavailable(cause);
  }

  void close() {
    stand(ServerState.CLOSED, null);
    decided.countDown();
    client.close();
  }
}
