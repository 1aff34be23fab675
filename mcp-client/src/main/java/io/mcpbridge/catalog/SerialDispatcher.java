package io.mcpbridge.catalog;

import io.mcpbridge.client.ChangeListener;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls a listener on one thread at a time. */
final class SerialDispatcher implements ChangeListener {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final String server;
  private final ChangeListener listener;
  private final ReentrantLock telling = new ReentrantLock();

  SerialDispatcher(String server, ChangeListener listener) {
    this.server = server;
    this.listener = listener;
  }

  @Override
  public void toolsChanged() {
    tell(ChangeListener::toolsChanged);
  }

  @Override
  public void promptsChanged() {
    tell(ChangeListener::promptsChanged);
  }

  @Override
  public void resourcesChanged() {
    tell(ChangeListener::resourcesChanged);
  }

  @Override
  public void resourceUpdated(String uri) {
    tell(told -> told.resourceUpdated(uri));
  }

  @Override
  public void onGap() {
    tell(ChangeListener::onGap);
  }

  private void tell(Consumer<ChangeListener> news) {
    telling.lock();
    try {
      news.accept(listener);
    } catch (RuntimeException e) {
      log.warn("A ChangeListener failed on news of MCP server \"{}\"", server, e);
    } finally {
      telling.unlock();
    }
  }
}
