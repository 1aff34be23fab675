package io.mcpbridge.spring.event;

import io.mcpbridge.approval.McpApprovals;
import io.mcpbridge.approval.PendingApproval;
import io.mcpbridge.approval.PendingElicitation;
import io.mcpbridge.catalog.server.CallEvent;
import io.mcpbridge.catalog.server.CallLimitEvent;
import io.mcpbridge.catalog.server.CallOutcome;
import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ToolsChange;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.Progress;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.spring.oauth.AuthorizationListener;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Publishes the notifications of a catalog as application events, on the same thread, until
 * everything else in the application context has stopped: its listeners may be gone then. Calls
 * that end during shutdown, such as those of requests in flight at the web server, are still
 * published.
 */
final class EventPublisher
    implements CatalogListener,
        AuthorizationListener,
        McpApprovals.Listener,
        ApplicationListener<ContextClosedEvent>,
        SmartLifecycle {

  private final ApplicationContext context;
  private final boolean progress;
  private final boolean output;
  private volatile boolean closing;
  private volatile boolean running;
  private volatile boolean shutDown;

  /**
   * @param progress whether to request progress notifications
   * @param output whether to publish the output of calls
   */
  EventPublisher(ApplicationContext context, boolean progress, boolean output) {
    this.context = context;
    this.progress = progress;
    this.output = output;
  }

  private void publish(McpEvent event) {
    if (!shutDown) {
      context.publishEvent(event);
    }
  }

  @Override
  public void onApplicationEvent(ContextClosedEvent event) {
    closing |= event.getApplicationContext() == context; // not that of a child context
    shutDown |= closing && !running; // was stopped before it was closed
  }

  @Override
  public int getPhase() {
    return Integer.MIN_VALUE;
  }

  @Override
  public void start() {
    running = true;
  }

  /** A context that is stopped to be started again keeps its servers and goes on publishing. */
  @Override
  public void stop() {
    shutDown = closing;
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public boolean wantsProgress() {
    return progress;
  }

  @Override
  public boolean wantsOutput() {
    return output;
  }

  @Override
  public void stateChanged(
      String server, ServerState before, ServerState now, @Nullable String reason) {
    publish(new McpEvent.ServerStateChanged(server, before, now, reason));
  }

  @Override
  public void requested(PendingApproval call) {
    publish(new McpEvent.ApprovalRequested(call));
  }

  @Override
  public void decided(PendingApproval call) {
    publish(new McpEvent.ApprovalDecided(call));
  }

  @Override
  public void ended(PendingApproval call) {
    publish(new McpEvent.ApprovalEnded(call));
  }

  @Override
  public void reused(PendingApproval call) {
    publish(new McpEvent.ApprovalReused(call));
  }

  @Override
  public void revoked(PendingApproval decision) {
    publish(new McpEvent.ApprovalRevoked(decision));
  }

  @Override
  public void elicitationRequested(PendingElicitation elicitation) {
    publish(new McpEvent.ElicitationRequested(elicitation));
  }

  @Override
  public void elicitationEnded(PendingElicitation elicitation) {
    publish(new McpEvent.ElicitationEnded(elicitation));
  }

  @Override
  public void connected(String server, ServerInfo info) {
    publish(new McpEvent.ServerConnected(server, info));
  }

  @Override
  public void required(String server, String user, URI page) {
    publish(new McpEvent.AuthorizationRequired(server, user, page));
  }

  @Override
  public void granted(String server, String user) {
    publish(new McpEvent.AuthorizationGranted(server, user));
  }

  @Override
  public void connectionLost(String server, String reason) {
    publish(new McpEvent.ServerLost(server, reason));
  }

  @Override
  public void toolsChanged(String server, ToolsChange change) {
    publish(new McpEvent.ToolsChanged(server, change));
  }

  @Override
  public void callStarted(CallEvent call) {
    publish(new McpEvent.CallStarted(call));
  }

  @Override
  public void progress(CallEvent call, Progress report) {
    if (progress) {
      publish(new McpEvent.CallProgress(call, report));
    }
  }

  @Override
  public void callFinished(CallEvent call, CallOutcome outcome) {
    publish(new McpEvent.CallFinished(call, outcome));
  }

  @Override
  public void callLimitReached(CallLimitEvent event) {
    publish(new McpEvent.CallLimitReached(event));
  }

  @Override
  public void logMessage(String server, LogMessage message) {
    publish(new McpEvent.Logged(server, message));
  }

  @Override
  public void notification(String server, JsonRpcNotification notification) {
    publish(new McpEvent.Notified(server, notification));
  }
}
