package io.mcpbridge.internal.revision;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.error.McpHttpStatusException;
import io.mcpbridge.error.McpTimeoutException;
import io.mcpbridge.internal.revision.codec.ChangeNotifications;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One subscription in a session. Ends with the session, whose loss the channel's owner reports. */
final class SessionSubscription implements RevisionSubscription {

  /**
   * Timeout for requests that may fail: unsubscribing from all resources, and subscribing to those
   * of a server that does not declare {@code resources.subscribe}.
   */
  private static final Duration OPTIONAL_TIMEOUT = Duration.ofSeconds(5);

  private final SessionSubscriptionService service;
  private final SubscriptionFilter requested;
  private final SubscriptionFilter declared;
  private final NotificationListener notificationListener;
  private final Set<String> subscribed = ConcurrentHashMap.newKeySet();
  private volatile @Nullable McpException refusal;
  private volatile boolean ended;

  /**
   * @param declared the part of the filter that the server's capabilities cover
   */
  SessionSubscription(
      SessionSubscriptionService service,
      SubscriptionFilter requested,
      SubscriptionFilter declared,
      NotificationListener notificationListener) {
    this.service = service;
    this.requested = requested;
    this.declared = declared;
    this.notificationListener = notificationListener;
  }

  @Override
  public SubscriptionFilter begin(Deadline deadline) {
    service.awaitStream(deadline);
    Set<String> agreed = new LinkedHashSet<>();
    boolean done = false;
    try {
      if (declared.resourceSubscriptions().isEmpty()) {
        tryToSubscribe(Deadline.after(OPTIONAL_TIMEOUT).orEarlier(deadline), agreed);
      } else {
        for (String uri : requested.resourceSubscriptions()) {
          subscribe(uri, deadline, agreed);
        }
      }
      done = true;
    } finally {
      if (!done || ended) {
        end();
      }
    }
    return new SubscriptionFilter(
        declared.toolsListChanged(),
        declared.promptsListChanged(),
        declared.resourcesListChanged(),
        agreed);
  }

  /** The server does not declare it, so that only the loss of the session is a failure. */
  private void tryToSubscribe(Deadline deadline, Set<String> agreed) {
    for (String uri : requested.resourceSubscriptions()) {
      try {
        subscribe(uri, deadline, agreed);
      } catch (McpHttpStatusException | McpTimeoutException refused) {
        refused(refused);
      }
      if (deadline.hasPassed()) {
        return;
      }
    }
  }

  private void subscribe(String uri, Deadline deadline, Set<String> agreed) {
    try {
      service.subscribe(uri, deadline);
      subscribed.add(uri);
      agreed.add(uri);
    } catch (McpErrorResponseException refused) {
      refused(refused);
    }
  }

  private void refused(McpException reason) {
    if (refusal == null) {
      refusal = reason;
    }
  }

  /** The first rejection; there may be others. */
  @Override
  public @Nullable McpException refusal() {
    return refusal;
  }

  /**
   * Notifications go to all subscriptions of the session, even those that the server did not
   * declare.
   */
  @Override
  public boolean take(JsonRpcNotification notification) {
    if (!ended && ChangeNotifications.concern(requested, notification)) {
      notificationListener.onNotification(notification);
    }
    return false;
  }

  @Override
  public void end() {
    ended = true;
    Deadline deadline = Deadline.after(OPTIONAL_TIMEOUT);
    for (String uri : subscribed) {
      if (subscribed.remove(uri)) {
        service.unsubscribe(uri, deadline);
      }
    }
  }
}
