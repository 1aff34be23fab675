package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.CallEvent;
import io.mcpbridge.catalog.CallOutcome;
import io.mcpbridge.catalog.CatalogListener;
import io.mcpbridge.catalog.ServerState;
import io.mcpbridge.catalog.ToolsChange;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.LogMessage;
import io.mcpbridge.model.Progress;
import io.mcpbridge.model.ServerInfo;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

/**
 * Tells the beans of the application. They are made when there is something to tell, because they
 * may need a chat client that has the tools of the catalogue that is made here.
 */
final class LazyListeners implements CatalogListener {

  private static final Logger log = LoggerFactory.getLogger(McpClientAutoConfiguration.class);

  private final SingletonSupplier<List<CatalogListener>> beans;

  LazyListeners(ObjectProvider<CatalogListener> beans) {
    this.beans = SingletonSupplier.of(() -> beans.orderedStream().toList());
  }

  private void tell(Consumer<CatalogListener> event) {
    for (CatalogListener listener : beans.obtain()) {
      try {
        event.accept(listener);
      } catch (RuntimeException e) { // the others are to hear of it all the same
        log.error("The catalogue's listener {} failed", listener.getClass().getName(), e);
      }
    }
  }

  @Override
  public boolean wantsProgress() {
    return beans.obtain().stream().anyMatch(CatalogListener::wantsProgress);
  }

  @Override
  public void stateChanged(
      String server, ServerState before, ServerState now, @Nullable String reason) {
    tell(listener -> listener.stateChanged(server, before, now, reason));
  }

  @Override
  public void connected(String server, ServerInfo info) {
    tell(listener -> listener.connected(server, info));
  }

  @Override
  public void lost(String server, String reason) {
    tell(listener -> listener.lost(server, reason));
  }

  @Override
  public void toolsChanged(String server, ToolsChange change) {
    tell(listener -> listener.toolsChanged(server, change));
  }

  @Override
  public void callStarted(CallEvent call) {
    tell(listener -> listener.callStarted(call));
  }

  @Override
  public void progress(CallEvent call, Progress progress) {
    tell(listener -> listener.progress(call, progress));
  }

  @Override
  public void callFinished(CallEvent call, CallOutcome outcome) {
    tell(listener -> listener.callFinished(call, outcome));
  }

  @Override
  public void logMessage(String server, LogMessage message) {
    tell(listener -> listener.logMessage(server, message));
  }

  @Override
  public void notification(String server, JsonRpcNotification notification) {
    tell(listener -> listener.notification(server, notification));
  }
}
