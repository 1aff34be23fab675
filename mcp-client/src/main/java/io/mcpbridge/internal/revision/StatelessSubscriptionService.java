package io.mcpbridge.internal.revision;

import io.mcpbridge.internal.revision.codec.ChangeNotifications;
import io.mcpbridge.internal.revision.codec.ClientIdentity;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.Deadline;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Subscriptions on separate streams: each is a request that stays open (2026-07-28, subscriptions).
 *
 * @param threads read the streams if the transport does not push messages
 */
record StatelessSubscriptionService(
    StatelessRevision revision,
    Channel channel,
    ServerInfo server,
    ClientIdentity client,
    Supplier<RequestId> ids,
    Executor threads)
    implements SubscriptionService {

  @Override
  public RevisionSubscription subscription(
      SubscriptionFilter requested, NotificationListener notificationListener) {
    SubscriptionFilter declared = ChangeNotifications.declared(requested, server);
    if (declared.isEmpty()) {
      return new NoSubscription();
    }
    RequestId id = ids.get();
    return new ListenStream(
        id,
        declared,
        channel,
        revision.listen(id, declared, client),
        revision.cancellation(id, "no longer wanted by the caller"),
        threads,
        notificationListener);
  }

  /** A subscription that covers nothing the server declares; sends no request. */
  private static final class NoSubscription implements RevisionSubscription {

    @Override
    public SubscriptionFilter begin(Deadline deadline) {
      return SubscriptionFilter.none();
    }

    @Override
    public boolean take(JsonRpcNotification notification) {
      return false;
    }

    @Override
    public void end() {}
  }
}
