package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Deadline;
import org.jspecify.annotations.Nullable;

/** A subscription on one connection. Thread-safe. */
public interface RevisionSubscription {

  /**
   * Subscribes and waits for the acknowledgment. Called once.
   *
   * @return the acknowledged part of the filter, as far as the server declares it
   * @throws io.mcpbridge.error.McpUnsupportedException if the server does not support subscriptions
   * @throws io.mcpbridge.error.McpException if the request fails, or the acknowledgment does not
   *     arrive in time
   */
  SubscriptionFilter begin(Deadline deadline);

  /**
   * Why the server rejected a resource; available after {@link #begin}.
   *
   * @return {@code null} if it rejected none, or gave no reason
   */
  default @Nullable McpException refusal() {
    return null;
  }

  /**
   * Processes a notification that arrived outside any response; never blocks.
   *
   * @return whether it belongs to this subscription only
   */
  boolean take(JsonRpcNotification notification);

  /** Unsubscribes, without waiting long for the server. */
  void end();
}
