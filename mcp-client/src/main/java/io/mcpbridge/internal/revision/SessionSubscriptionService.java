package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.revision.codec.ChangeNotifications;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.json.JsonObject;
import io.mcpbridge.jsonrpc.JsonRpcRequest;
import io.mcpbridge.jsonrpc.RequestId;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Channel;
import io.mcpbridge.transport.Deadline;
import io.mcpbridge.transport.Outbound;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Change notifications in a session (up to 2025-11-25). List changes go to every session. Resource
 * updates require a subscription, which all listeners of the session share. It is also requested
 * from a server that does not declare {@code resources.subscribe}: some support it all the same.
 */
final class SessionSubscriptionService implements SubscriptionService {

  private static final Logger log = LoggerFactory.getLogger(SessionSubscriptionService.class);

  private final Channel channel;
  private final ServerInfo server;
  private final Map<String, String> headers;
  private final Supplier<RequestId> ids;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Integer> listeners = new HashMap<>();

  /**
   * @param headers sent with every message of the session
   */
  SessionSubscriptionService(
      Channel channel, ServerInfo server, Map<String, String> headers, Supplier<RequestId> ids) {
    this.channel = channel;
    this.server = server;
    this.headers = headers;
    this.ids = ids;
  }

  @Override
  public RevisionSubscription subscription(
      SubscriptionFilter requested, NotificationListener notificationListener) {
    return new SessionSubscription(
        this, requested, ChangeNotifications.declared(requested, server), notificationListener);
  }

  /** Waits briefly until the server has a stream to send notifications on. */
  void awaitStream(Deadline deadline) {
    channel.awaitStream(deadline);
  }

  /**
   * Subscribes to a resource, unless the session already has.
   *
   * @throws McpErrorResponseException if the server rejects it
   * @throws McpTimeoutException also if another subscription request blocks for that long
   */
  void subscribe(String uri, Deadline deadline) {
    if (!isNextBy(deadline)) {
      throw new McpTimeoutException(
          "the server did not answer an earlier subscription request within "
              + deadline.described());
    }
    try {
      if (!listeners.containsKey(uri)) {
        ask("resources/subscribe", uri, deadline);
      }
      listeners.merge(uri, 1, Integer::sum);
    } catch (McpErrorResponseException refused) {
      throw new McpErrorResponseException(
          "cannot subscribe to the resource " + ServerText.line(uri) + ": " + refused.reason(),
          refused.code(),
          refused.serverMessage(),
          refused.data());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Unsubscribes from a resource if no other listener needs it and the session is open. Skipped if
   * another subscription request blocks for that long.
   */
  void unsubscribe(String uri, Deadline deadline) {
    if (!isNextBy(deadline)) {
      log.debug("{} stays subscribed: another subscription request is in flight", uri);
      return;
    }
    try {
      Integer remaining =
          listeners.computeIfPresent(uri, (u, count) -> count == 1 ? null : count - 1);
      if (remaining == null && channel.isOpen() && !deadline.hasPassed()) {
        ask("resources/unsubscribe", uri, deadline);
      }
    } catch (McpException e) {
      log.debug("unsubscribing from {} failed: {}", uri, e.reason());
    } finally {
      lock.unlock();
    }
  }

  private boolean isNextBy(Deadline deadline) {
    try {
      return lock.tryLock() || lock.tryLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void ask(String method, String uri, Deadline deadline) {
    JsonRpcRequest request =
        new JsonRpcRequest(ids.get(), method, JsonObject.of(Map.of("uri", uri)));
    ErrorResponses.resultOf(
        HandshakeExchange.ask(channel, Outbound.of(request, headers), deadline));
  }
}
