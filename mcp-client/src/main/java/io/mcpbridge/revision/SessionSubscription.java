package io.mcpbridge.revision;

import io.mcpbridge.error.McpErrorResponseException;
import io.mcpbridge.error.McpException;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.SubscriptionFilter;
import io.mcpbridge.revision.codec.ChangeNotifications;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One subscription in a session. Ends with the session, whose loss the channel's owner reports. */
final class SessionSubscription implements RevisionSubscription {

  /** Timeout for unsubscribing from all resources. */
  private static final Duration UNSUBSCRIBE_TIMEOUT = Duration.ofSeconds(5);

  private final SessionSubscriptionService service;
  private final SubscriptionFilter asked;
  private final SubscriptionFilter declared;
  private final NotificationListener notificationListener;
  private final Set<String> subscribed = ConcurrentHashMap.newKeySet();
  private volatile @Nullable McpException refusal;
  private volatile boolean over;

  /**
   * @param declared the part of the filter that the server's capabilities cover
   */
  SessionSubscription(
      SessionSubscriptionService service,
      SubscriptionFilter asked,
      SubscriptionFilter declared,
      NotificationListener notificationListener) {
    this.service = service;
    this.asked = asked;
    this.declared = declared;
    this.notificationListener = notificationListener;
  }

  @Override
  public SubscriptionFilter begin(Deadline deadline) {
    service.awaitStream(deadline);
    Set<String> agreed = new LinkedHashSet<>();
    boolean done = false;
    try {
      for (String uri : asked.resourceSubscriptions()) {
        subscribe(uri, deadline, agreed);
      }
      done = true;
    } finally {
      if (!done || over) {
        end();
      }
    }
    return new SubscriptionFilter(
        declared.toolsListChanged(),
        declared.promptsListChanged(),
        declared.resourcesListChanged(),
        agreed);
  }

  private void subscribe(String uri, Deadline deadline, Set<String> agreed) {
    try {
      service.subscribe(uri, deadline);
      subscribed.add(uri);
      agreed.add(uri);
    } catch (McpErrorResponseException refused) {
      if (refusal == null) {
        refusal = refused;
      }
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
    if (!over && ChangeNotifications.concern(asked, notification)) {
      notificationListener.onNotification(notification);
    }
    return false;
  }

  @Override
  public void end() {
    over = true;
    Deadline deadline = Deadline.after(UNSUBSCRIBE_TIMEOUT);
    for (String uri : subscribed) {
      if (subscribed.remove(uri)) {
        service.unsubscribe(uri, deadline);
      }
    }
  }
}
