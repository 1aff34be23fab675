package io.mcpbridge.internal.revision;

import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Deadline;

/** A subscription that covers nothing the server declares; sends no request. */
final class NoSubscription implements RevisionSubscription {

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
