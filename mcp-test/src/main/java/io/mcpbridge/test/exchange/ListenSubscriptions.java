package io.mcpbridge.test.exchange;

import io.mcpbridge.json.JsonObject;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * The {@code subscriptions/listen} requests of clients, and how they end (2026-07-28,
 * subscriptions). A subscription is acknowledged before any other message, and misses no
 * notification after that. Obtained from {@link io.mcpbridge.test.FakeMcpServer#subscriptions()}.
 * Thread-safe.
 *
 * <pre>{@code
 * server.subscriptions().acknowledging(asked -> asked.with("toolsListChanged", false));
 * server.subscriptions().awaitOpen(1, Duration.ofSeconds(5));
 * server.announceToolsChanged();
 * server.subscriptions().end();
 * }</pre>
 */
public interface ListenSubscriptions {

  /**
   * The acknowledged filter as a function of the requested one; other notifications are not sent.
   * Default: everything that the server's capabilities support.
   */
  ListenSubscriptions acknowledging(UnaryOperator<JsonObject> acknowledgement);

  /** Subscriptions stay open without an acknowledgment. */
  ListenSubscriptions neverAcknowledging();

  /**
   * Waits until this many are open at the same time.
   *
   * @throws AssertionError if that does not happen in time
   */
  void awaitOpen(int count, Duration limit);

  /** The number of open subscriptions. */
  int open();

  /**
   * Sends a notification to all of them, regardless of their filters. Parameters without {@code
   * _meta} get one with the subscription's id.
   */
  void notifyAll(String method, JsonObject params);

  /** Ends all of them normally: with a result. */
  void end();

  /** Ends all of them with {@code notifications/cancelled}, as some servers do. */
  void cancel();

  /** Ends all of them with both. */
  void cancelAndEnd();

  /** Ends the event streams of all of them without a result. Over stdio, only forgets them. */
  void closeStreams();

  /** Drops the connections of all of them. */
  void disconnect();
}
