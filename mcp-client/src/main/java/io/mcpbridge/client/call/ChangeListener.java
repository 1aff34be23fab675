package io.mcpbridge.client.call;

/**
 * Receives the notifications of a {@link Subscription}. Called on a worker thread of the client,
 * one call at a time; repeated notifications that are still queued are merged. Exceptions are
 * logged.
 */
public interface ChangeListener {

  /** The list of tools has changed. */
  default void toolsChanged() {}

  /** The list of prompts has changed. */
  default void promptsChanged() {}

  /** The list of resources or of resource templates has changed. */
  default void resourcesChanged() {}

  /**
   * A resource has changed.
   *
   * @param uri the subscribed resource or a part of it; from 2026-07-28 on the server decides what
   *     counts as a part
   */
  default void resourceUpdated(String uri) {}

  /**
   * Notifications may have been lost, because the connection was down or the queue was full.
   * Anything may have changed, and the server does not repeat lost notifications; read the data
   * again. {@link Subscription#acknowledged} is what the server reports from now on; it is empty if
   * the server no longer supports subscriptions.
   */
  default void onGap() {}
}
