package io.mcpbridge.spring.event;

import io.mcpbridge.catalog.CallEvent;
import io.mcpbridge.catalog.CallOutcome;
import io.mcpbridge.catalog.ServerState;
import io.mcpbridge.catalog.ToolsChange;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.Progress;
import io.mcpbridge.model.ServerInfo;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Something that has happened with an MCP server of the application, as {@link
 * io.mcpbridge.catalog.CatalogListener} is told of it: on a worker thread, of one server in the
 * order in which it happened. A listener may block: no server and no call waits for it.
 *
 * <pre>{@code
 * @EventListener
 * void on(McpEvent.ServerLost event) {
 *   pager.call(event.server() + ": " + event.reason());
 * }
 * }</pre>
 */
public sealed interface McpEvent {

  /** The configured name of the server. */
  String server();

  /**
   * A server stands elsewhere than before.
   *
   * @param reason why, where something is wrong or the server is disabled
   */
  record ServerStateChanged(
      String server, ServerState before, ServerState now, @Nullable String reason)
      implements McpEvent {}

  /**
   * A server is connected, for the first time or again, and its tools are known.
   *
   * @param info what it said of itself
   */
  record ServerConnected(String server, ServerInfo info) implements McpEvent {}

  /**
   * A server that was connected is away, or needs authorization. It is tried again by itself.
   *
   * @param reason what was tried, what came back, what to change
   */
  record ServerLost(String server, String reason) implements McpEvent {}

  /**
   * A user has to give permission for a server first. Published once for each page.
   *
   * @param user as {@code CurrentUser} names them
   * @param page where to send their browser, and nobody else's: it holds a state, so it is nothing
   *     for a log
   */
  record AuthorizationRequired(String server, String user, URI page) implements McpEvent {

    /** Without the page. */
    @Override
    public String toString() {
      return "AuthorizationRequired[server=" + server + ", user=" + user + "]";
    }
  }

  /**
   * A user has given permission for a server.
   *
   * @param user as {@code CurrentUser} names them
   */
  record AuthorizationGranted(String server, String user) implements McpEvent {}

  /**
   * The tools of a server that are listed are others than before.
   *
   * @param change how they differ
   */
  record ToolsChanged(String server, ToolsChange change) implements McpEvent {}

  /**
   * A model's call begins.
   *
   * @param call which; never the values of its arguments
   */
  record CallStarted(CallEvent call) implements McpEvent {
    @Override
    public String server() {
      return call.server();
    }
  }

  /**
   * A server told how far a call has come. Published with {@code mcp.client.events.progress=true}.
   *
   * @param call which
   * @param progress how far; untrusted
   */
  record CallProgress(CallEvent call, Progress progress) implements McpEvent {
    @Override
    public String server() {
      return call.server();
    }
  }

  /**
   * A model's call is over.
   *
   * @param call which
   * @param outcome how it ended
   */
  record CallFinished(CallEvent call, CallOutcome outcome) implements McpEvent {
    @Override
    public String server() {
      return call.server();
    }
  }

  /**
   * A server wrote to its client's log.
   *
   * @param message what; untrusted
   */
  record Logged(String server, LogMessage message) implements McpEvent {}

  /**
   * A server said something by itself that belongs to no call.
   *
   * @param notification what; untrusted
   */
  record Notified(String server, JsonRpcNotification notification) implements McpEvent {}
}
