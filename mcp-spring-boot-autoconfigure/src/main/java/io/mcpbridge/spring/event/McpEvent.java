package io.mcpbridge.spring.event;

import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.approval.PendingElicitation;
import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallLimitEvent;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ToolsChange;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.Progress;
import io.mcpbridge.model.ServerInfo;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * An event of an MCP server, as reported by {@link io.mcpbridge.catalog.server.CatalogListener}.
 * Published on a worker thread, in order for each server. A listener may block: no server and no
 * call waits for it.
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
   * The state of a server has changed.
   *
   * @param reason the cause, if the server has a problem or is disabled
   */
  record ServerStateChanged(
      String server, ServerState before, ServerState now, @Nullable String reason)
      implements McpEvent {}

  /**
   * A server was connected or reconnected, and its tools are known.
   *
   * @param info what the server reported when it was initialized; untrusted
   */
  record ServerConnected(String server, ServerInfo info) implements McpEvent {}

  /**
   * A connected server is no longer available, or needs authorization. It is retried automatically.
   *
   * @param reason what was tried, what failed, what to change
   */
  record ServerLost(String server, String reason) implements McpEvent {}

  /**
   * A user has to give permission for a server. Published once for each authorization URL.
   *
   * @param user as {@code CurrentUser} names them
   * @param page URL to send only this user's browser to; it contains a state, so do not log it
   */
  record AuthorizationRequired(String server, String user, URI page) implements McpEvent {

    /** Without the URL, which contains a state. */
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
   * The listed tools of a server have changed.
   *
   * @param change the difference
   */
  record ToolsChanged(String server, ToolsChange change) implements McpEvent {}

  /**
   * A tool call of a model starts.
   *
   * @param call the call, without the values of its arguments
   */
  record CallStarted(CallEvent call) implements McpEvent {
    @Override
    public String server() {
      return call.server();
    }
  }

  /**
   * A server reported the progress of a call. Published only with {@code
   * mcp.client.events.progress=true}.
   *
   * @param call the call
   * @param progress the progress; untrusted
   */
  record CallProgress(CallEvent call, Progress progress) implements McpEvent {
    @Override
    public String server() {
      return call.server();
    }
  }

  /**
   * A tool call of a model has ended.
   *
   * @param call the call
   * @param outcome how it ended; with the output only if {@code mcp.client.events.output} is true
   */
  record CallFinished(CallEvent call, CallOutcome outcome) implements McpEvent {
    @Override
    public String server() {
      return call.server();
    }
  }

  /**
   * A tool call waits for a decision in {@link io.mcpbridge.approval.McpApprovals}. Published on
   * the thread of the call.
   *
   * @param call the call; may contain secrets
   */
  record ApprovalRequested(PendingApproval call) implements McpEvent {
    @Override
    public String server() {
      return call.server();
    }
  }

  /**
   * A person has decided about a tool call. Published on the thread that decided, in that instance
   * of the application.
   *
   * @param call the call; may contain secrets
   */
  record ApprovalDecided(PendingApproval call) implements McpEvent {
    @Override
    public String server() {
      return call.server();
    }
  }

  /**
   * A tool call that needed approval is over: executed, refused, expired or withdrawn. Published on
   * the thread that ended it.
   *
   * @param call the call; may contain secrets
   */
  record ApprovalEnded(PendingApproval call) implements McpEvent {
    @Override
    public String server() {
      return call.server();
    }
  }

  /**
   * A remembered decision allows a tool call, so no person is asked. Published on the thread of the
   * call.
   *
   * @param call the call, with the id of the decision; may contain secrets
   */
  record ApprovalReused(PendingApproval call) implements McpEvent {
    @Override
    public String server() {
      return call.server();
    }
  }

  /**
   * A form or a URL of a server waits for its user in {@link
   * io.mcpbridge.approval.McpElicitations}. Published on the thread that waits.
   *
   * @param elicitation its texts are the server's words
   */
  record ElicitationRequested(PendingElicitation elicitation) implements McpEvent {
    @Override
    public String server() {
      return elicitation.server();
    }
  }

  /**
   * A remembered decision was revoked or forgotten. Published on the thread that did so.
   *
   * @param decision the decision, with the call that it was made for; may contain secrets
   */
  record ApprovalRevoked(PendingApproval decision) implements McpEvent {
    @Override
    public String server() {
      return decision.server();
    }
  }

  /**
   * A form or a URL of a server was answered, expired or was withdrawn. Published on the thread
   * that ended it.
   *
   * @param elicitation without the answer
   */
  record ElicitationEnded(PendingElicitation elicitation) implements McpEvent {
    @Override
    public String server() {
      return elicitation.server();
    }
  }

  /**
   * A tool call was not made, because the model had reached a limit of {@code mcp.client.guards}.
   *
   * @param call the call and the limit
   */
  record CallLimitReached(CallLimitEvent call) implements McpEvent {
    @Override
    public String server() {
      return call.server();
    }
  }

  /**
   * A server sent a log message ({@code notifications/message}).
   *
   * @param message the message; untrusted
   */
  record Logged(String server, LogMessage message) implements McpEvent {}

  /**
   * A server sent a notification that belongs to no call.
   *
   * @param notification the notification; untrusted
   */
  record Notified(String server, JsonRpcNotification notification) implements McpEvent {}
}
