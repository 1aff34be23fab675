package io.mcpbridge.catalog;

import io.mcpbridge.client.Backoff;
import io.mcpbridge.client.ChangeListener;
import io.mcpbridge.client.McpClient;
import io.mcpbridge.client.Subscription;
import io.mcpbridge.error.McpException;
import io.mcpbridge.model.SubscriptionFilter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears that the tools of one server have changed. It is asked for in the background: how a server
 * keeps its listeners waiting is no reason to do without its tools.
 */
final class ToolNews implements ChangeListener {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  /** How long to wait before the tools are listed nevertheless, and once more when it is heard. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private static final SubscriptionFilter TOOLS = SubscriptionFilter.none().withToolsListChanged();

  private final McpClient client;
  private final Schedule schedule;
  private final Runnable changed;
  private final AtomicReference<@Nullable Attempt> current = new AtomicReference<>();
  private volatile boolean isOver;

  /**
   * @param changed told that the tools are to be listed again
   */
  ToolNews(McpClient client, Schedule schedule, Runnable changed) {
    this.client = client;
    this.schedule = schedule;
    this.changed = changed;
  }

  /** Begins to listen on the client's connection; returns when the server is heard, or soon. */
  void begin() {
    Attempt attempt = new Attempt();
    Attempt before = current.getAndSet(attempt);
    if (before != null) {
      before.end();
    }
    if (isOver) {
      current.set(null); // there will never be a connection again
      return;
    }
    schedule.now(attempt::subscribe);
    attempt.awaitHeard();
  }

  /** Whether it was begun since it was ended last. */
  boolean isBegun() {
    return current.get() != null;
  }

  /** Does not listen any more. */
  void end() {
    Attempt before = current.getAndSet(null);
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
    changed.run();
  }

  /** One try after the other, until one succeeds or nobody wants to hear any more. */
  private final class Attempt {

    private final Backoff backoff = new Backoff(Duration.ofSeconds(1));
    private final CountDownLatch decided = new CountDownLatch(1);
    private @Nullable Subscription subscription;
    private boolean late;

    void subscribe() {
      if (current.get() != this) {
        return;
      }
      try {
        heard(client.subscribe(TOOLS, ToolNews.this));
      } catch (McpException e) {
        log.debug("MCP server \"{}\" does not tell of changes yet", client.name(), e);
        schedule.after(backoff.next(), this::subscribe);
      } finally {
        decided.countDown();
      }
    }

    private void heard(Subscription begun) {
      boolean missed;
      synchronized (this) {
        subscription = begun;
        missed = late;
      }
      if (current.get() != this) {
        begun.close();
      } else if (missed && !begun.honoured().isEmpty()) {
        changed.run();
      }
    }

    void awaitHeard() {
      try {
        decided.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      synchronized (this) {
        late = subscription == null;
      }
    }

    void end() {
      Subscription begun;
      synchronized (this) {
        begun = subscription;
      }
      if (begun != null) {
        begun.close();
      }
    }
  }
}
