package io.mcpbridge.client;

/**
 * Hears of what was subscribed to. Called on a worker thread of the client, one call at a time;
 * what comes several times meanwhile is told once. What a listener throws is logged.
 */
public interface ChangeListener {

  /** The list of tools is another one now. */
  default void toolsChanged() {}

  /** The list of prompts is another one now. */
  default void promptsChanged() {}

  /** The list of resources, or that of resource templates, is another one now. */
  default void resourcesChanged() {}

  /**
   * A resource has changed.
   *
   * @param uri the resource that was subscribed to, or one that is a part of it; from 2026-07-28 on
   *     the server decides what is
   */
  default void resourceUpdated(String uri) {}

  /**
   * The server could not be heard for a while, or said more than could be kept: anything may have
   * changed, and nothing of it will be told again. What is read now is current, as of now: {@link
   * Subscription#honoured} says what will be told from here on, which is nothing if the server can
   * no longer be listened to.
   */
  default void somethingMissed() {}
}
