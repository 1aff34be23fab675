package io.mcpbridge.catalog;

import io.mcpbridge.client.call.ChangeListener;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls a listener on one thread at a time. */
final class ExclusiveListener implements ChangeListener {

  private static final Logger log = LoggerFactory.getLogger(ExclusiveListener.class);

  private final String server;
  private final ChangeListener listener;
  private final ReentrantLock notifying = new ReentrantLock();

  ExclusiveListener(String server, ChangeListener listener) {
    this.server = server;
    this.listener = listener;
  }

  @Override
  public void toolsChanged() {
    notifyListener(ChangeListener::toolsChanged);
  }

  @Override
  public void promptsChanged() {
    notifyListener(ChangeListener::promptsChanged);
  }

  @Override
  public void resourcesChanged() {
    notifyListener(ChangeListener::resourcesChanged);
  }

  @Override
  public void resourceUpdated(String uri) {
    notifyListener(recipient -> recipient.resourceUpdated(uri));
  }

  @Override
  public void onGap() {
    notifyListener(ChangeListener::onGap);
  }

  private void notifyListener(Consumer<ChangeListener> event) {
    notifying.lock();
    try {
      event.accept(listener);
    } catch (RuntimeException e) {
      log.warn("A ChangeListener failed on a change of MCP server \"{}\"", server, e);
    } finally {
      notifying.unlock();
    }
  }
}
