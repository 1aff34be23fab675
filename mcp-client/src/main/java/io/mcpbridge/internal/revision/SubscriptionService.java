package io.mcpbridge.internal.revision;

import io.mcpbridge.model.SubscriptionFilter;

/** Creates subscriptions on one connection. Thread-safe. */
public interface SubscriptionService {

  /** Creates a subscription without starting it. */
  RevisionSubscription subscription(
      SubscriptionFilter requested, NotificationListener notificationListener);
}
