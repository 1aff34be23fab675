package io.mcpbridge.catalog;

import io.mcpbridge.catalog.internal.supervision.ServerRegistry;
import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.client.call.Subscription;
import io.mcpbridge.internal.concurrent.Scheduler;
import io.mcpbridge.model.SubscriptionFilter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The application's subscriptions by server key; they survive replacement of the server. */
final class CatalogSubscriptions {

  private final ServerRegistry servers;
  private final Scheduler schedule;
  private final List<ServerSubscription> all = new CopyOnWriteArrayList<>();

  CatalogSubscriptions(ServerRegistry servers, Scheduler schedule) {
    this.servers = servers;
    this.schedule = schedule;
  }

  Subscription begin(String server, SubscriptionFilter filter, ChangeListener listener) {
    servers.use(server); // an unknown name fails now
    ServerSubscription subscription =
        new ServerSubscription(server, filter, listener, servers, all::remove);
    all.add(subscription);
    subscription.begin();
    return subscription;
  }

  /** The server under this key connected; it may have been replaced. */
  void connected(String server) {
    for (ServerSubscription subscription : all) {
      if (subscription.server().equals(server)) {
        schedule.execute(subscription::follow);
      }
    }
  }
}
