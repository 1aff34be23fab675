package io.mcpbridge.revision;

import io.mcpbridge.model.SubscriptionFilter;

/** How the server at the other end of one connection can be listened to. Thread-safe. */
public interface NewsService {

  /** A subscription that has not begun. */
  Listening subscription(SubscriptionFilter asked, News news);
}
