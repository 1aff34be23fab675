package io.mcpbridge.catalog;

import io.mcpbridge.client.ChangeListener;
import io.mcpbridge.client.Subscription;
import io.mcpbridge.model.SubscriptionFilter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What the application listens to of servers, by their keys: whichever server stands there. */
final class CatalogSubscriptions {

  private final Servers servers;
  private final Schedule schedule;
  private final List<LastingSubscription> all = new CopyOnWriteArrayList<>();

  CatalogSubscriptions(Servers servers, Schedule schedule) {
    this.servers = servers;
    this.schedule = schedule;
  }

  Subscription begin(String server, SubscriptionFilter filter, ChangeListener listener) {
    servers.use(server); // a slip of the pen is told now, and not never
    LastingSubscription subscription =
        new LastingSubscription(server, filter, listener, servers, schedule, all::remove);
    all.add(subscription);
    subscription.begin();
    return subscription;
  }

  /** The server under this key is connected: perhaps another one than before. */
  void connected(String server) {
    for (LastingSubscription subscription : all) {
      if (subscription.server().equals(server)) {
        schedule.now(subscription::follow);
      }
    }
  }
}
