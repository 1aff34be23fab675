package io.mcpbridge.catalog;

import io.mcpbridge.client.ChangeListener;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.Subscription;
import io.mcpbridge.model.SubscriptionFilter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Hears that the tools of one server have changed. It is asked for in the background: how a server
 * keeps its listeners waiting is no reason to do without its tools.
 */
final class ToolNews implements ChangeListener {

  /** How long to wait before the tools are listed nevertheless, and once more when it is heard. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private static final SubscriptionFilter TOOLS = SubscriptionFilter.none().withToolsListChanged();

  private final McpClient client;
  private final Runnable changed;
  private final Runnable missed;
  private final AtomicReference<@Nullable Attempt> current = new AtomicReference<>();
  private volatile boolean isOver;

  /**
   * @param changed told that the server has announced a change
   * @param missed told that it may have announced one unheard
   */
  ToolNews(McpClient client, Runnable changed, Runnable missed) {
    this.client = client;
    this.changed = changed;
    this.missed = missed;
  }

  /** Begins to listen on the client's connection; returns when the server is heard, or soon. */
  void begin() {
    Attempt attempt = new Attempt();
    replace(attempt);
    if (isOver) {
      current.set(null); // there will never be a connection again
    } else {
      attempt.begin();
    }
  }

  /** Whether it was begun since it was ended last. */
  boolean isBegun() {
    return current.get() != null;
  }

  /** Does not listen any more. */
  void end() {
    replace(null);
  }

  private void replace(@Nullable Attempt next) {
    Attempt before = current.getAndSet(next);
    if (before != null) {
      before.end();
    }
  }

  /** Listens never again: the client is about to be closed, and its subscriptions with it. */
  void endForGood() {
    isOver = true;
    current.set(null);
  }

  @Override
  public void toolsChanged() {
    changed.run();
  }

  @Override
  public void somethingMissed() {
    missed.run();
  }

  /** A subscription that may be ended while it is begun. */
  private final class Attempt {

    private @Nullable Subscription subscription;
    private boolean ended;

    void begin() {
      Subscription begun = client.subscribeWhenPossible(TOOLS, ToolNews.this, PATIENCE);
      boolean isUnwanted;
      synchronized (this) {
        subscription = begun;
        isUnwanted = ended;
      }
      if (isUnwanted) {
        begun.close();
      }
    }

    void end() {
      Subscription begun;
      synchronized (this) {
        ended = true;
        begun = subscription;
      }
      if (begun != null) {
        begun.close();
      }
    }
  }
}
