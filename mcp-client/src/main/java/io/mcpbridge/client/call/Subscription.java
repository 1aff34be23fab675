package io.mcpbridge.client.call;

import io.mcpbridge.error.McpException;
import io.mcpbridge.model.SubscriptionFilter;
import org.jspecify.annotations.Nullable;

/**
 * A subscription to a server's change notifications, kept across reconnects until it is closed. To
 * change the filter, open another subscription before closing this one.
 */
public interface Subscription extends AutoCloseable {

  /**
   * What the server currently reports: the part of the requested filter that it declares and has
   * acknowledged. Empty while the connection is down. Poll for the rest if it matters.
   */
  SubscriptionFilter acknowledged();

  /**
   * Why the server rejected a resource that is missing from {@link #acknowledged()}: often with
   * {@code -32601} if it supports no subscriptions to resources. A server that does not declare
   * them may also not answer.
   *
   * @return {@code null} if it rejected none, or gave no reason
   */
  @Nullable McpException refusal();

  /**
   * Unsubscribes; the listener is not called again after a call in progress. Takes a few seconds at
   * most. Idempotent, and allowed within the listener.
   */
  @Override
  void close();
}
