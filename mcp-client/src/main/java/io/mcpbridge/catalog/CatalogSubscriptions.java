package io.mcpbridge.catalog;

import io.mcpbridge.client.ChangeListener;
import io.mcpbridge.client.Subscription;
import io.mcpbridge.model.SubscriptionFilter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The application's subscriptions by server key; they survive replacement of the server. */
final class CatalogSubscriptions {

  private final Servers servers;
  private final Schedule schedule;
  private final List<LastingSubscription> all = new CopyOnWriteArrayList<>();

  CatalogSubscriptions(Servers servers, Schedule schedule) {
    this.servers = servers;
    this.schedule = schedule;
  }

  Subscription begin(String server, SubscriptionFilter filter, ChangeListener listener) {
    servers.use(server); // an unknown name fails now
    LastingSubscription subscription =
        new LastingSubscription(server, filter, listener, servers, schedule, all::remove);
    all.add(subscription);
    subscription.begin();
    return subscription;
  }

  /** The server under this key connected; it may have been replaced. */
  void connected(String server) {
    for (LastingSubscription subscription : all) {
      if (subscription.server().equals(server)) {
        schedule.now(subscription::follow);
      }
    }
  }
}
