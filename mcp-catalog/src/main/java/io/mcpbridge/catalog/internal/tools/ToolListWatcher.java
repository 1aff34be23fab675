package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.internal.client.ClientEngine;
import io.mcpbridge.internal.concurrent.NonBlocking;
import io.mcpbridge.model.SubscriptionFilter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Subscribes to tool list changes of one server, in the background: a slow subscription must not
 * delay the tools.
 */
public final class ToolListWatcher implements ChangeListener, NonBlocking {

  /**
   * How long to wait for the subscription before the tools are listed without it. Once it is
   * established, they are listed again.
   */
  private static final Duration SUBSCRIBE_TIMEOUT = Duration.ofMillis(500);

  private static final SubscriptionFilter TOOLS = SubscriptionFilter.none().withToolsListChanged();

  private final ClientEngine client;
  private final Runnable changed;
  private final Runnable missed;
  private final AtomicReference<@Nullable SubscriptionAttempt> current = new AtomicReference<>();
  private volatile boolean isOver;

  /**
   * @param changed runs when the server announced a change; must not block
   * @param missed runs when announcements may have been missed; must not block
   */
  public ToolListWatcher(ClientEngine client, Runnable changed, Runnable missed) {
    this.client = client;
    this.changed = changed;
    this.missed = missed;
  }

  /** Subscribes on the client's connection; returns when subscribed, or after a short wait. */
  public void begin() {
    SubscriptionAttempt subscriptionAttempt = new SubscriptionAttempt();
    replace(subscriptionAttempt);
    if (isOver) {
      current.set(null); // the client will not connect again
    } else {
      subscriptionAttempt.begin();
    }
  }

  /** Whether there is a subscription, or an attempt at one. */
  public boolean isBegun() {
    return current.get() != null;
  }

  /** Unsubscribes. */
  public void end() {
    replace(null);
  }

  private void replace(@Nullable SubscriptionAttempt next) {
    SubscriptionAttempt before = current.getAndSet(next);
    if (before != null) {
      before.end();
    }
  }

  /** Ends all subscribing: closing the client ends its subscriptions. */
  public void close() {
    isOver = true;
    current.set(null);
  }

  @Override
  public void toolsChanged() {
    changed.run();
  }

  @Override
  public void onGap() {
    missed.run();
  }

  /** A subscription that may be closed while it is being established. */
  private final class SubscriptionAttempt {

    private @Nullable Subscription subscription;
    private boolean ended;

    void begin() {
      Subscription begun =
          client.subscribeWhenPossible(TOOLS, ToolListWatcher.this, SUBSCRIBE_TIMEOUT);
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
