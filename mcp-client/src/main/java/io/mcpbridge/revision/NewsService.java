package io.mcpbridge.revision;

import io.mcpbridge.model.SubscriptionFilter;

/** Creates subscriptions on one connection. Thread-safe. */
public interface NewsService {

  /** Creates a subscription without starting it. */
  Listening subscription(SubscriptionFilter asked, News news);
}
