package io.mcpbridge.client;

import io.mcpbridge.jsonrpc.JsonRpcNotification;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers notifications to one listener, on one worker at a time. Merges notifications that are
 * already queued; on overflow, replaces the whole queue with a single {@code onGap}.
 */
final class NotificationQueue {

  /** Maximum number of distinct queued notifications. */
  static final int CAPACITY = 1_000;

  private static final Logger log = LoggerFactory.getLogger(NotificationQueue.class);
  private static final QueuedNotification MISSED = new QueuedNotification("something missed", null);

  private final String server;
  private final ChangeListener listener;
  private final Executor workers;
  private final Set<QueuedNotification> waiting = new LinkedHashSet<>();
  private boolean working;
  private boolean closed;

  NotificationQueue(String server, ChangeListener listener, Executor workers) {
    this.server = server;
    this.listener = listener;
    this.workers = workers;
  }

  /** Queues a notification; never blocks. */
  void add(JsonRpcNotification notification) {
    String uri = notification.params() == null ? null : notification.params().string("uri");
    add(new QueuedNotification(notification.method(), uri));
  }

  /** Queues {@code onGap}. */
  void addMissed() {
    add(MISSED);
  }

  private synchronized void add(QueuedNotification queuedNotification) {
    if (closed) {
      return;
    }
    if (waiting.size() == CAPACITY && !waiting.contains(queuedNotification)) {
      waiting.clear();
      waiting.add(MISSED);
    } else {
      waiting.add(queuedNotification);
    }
    if (!working) {
      working = true;
      begin();
    }
  }

  private void begin() {
    try {
      workers.execute(this::workOff);
    } catch (RejectedExecutionException clientClosed) {
      close();
    }
  }

  private void workOff() {
    for (QueuedNotification queuedNotification = next();
        queuedNotification != null;
        queuedNotification = next()) {
      try {
        tell(queuedNotification);
      } catch (RuntimeException | Error e) {
        log.warn(
            "A listener of server \"{}\" failed on {}", server, queuedNotification.method(), e);
      }
    }
  }

  private synchronized @Nullable QueuedNotification next() {
    Iterator<QueuedNotification> all = waiting.iterator();
    working = all.hasNext();
    if (!working) {
      return null;
    }
    QueuedNotification queuedNotification = all.next();
    all.remove();
    return queuedNotification;
  }

  private void tell(QueuedNotification queuedNotification) {
    String uri = queuedNotification.uri();
    switch (queuedNotification.method()) {
      case "notifications/tools/list_changed" -> listener.toolsChanged();
      case "notifications/prompts/list_changed" -> listener.promptsChanged();
      case "notifications/resources/list_changed" -> listener.resourcesChanged();
      case "notifications/resources/updated" -> {
        if (uri != null) {
          listener.resourceUpdated(uri);
        }
      }
      default -> listener.onGap();
    }
  }

  /** Discards the queue. */
  synchronized void close() {
    closed = true;
    waiting.clear();
  }

  private record QueuedNotification(String method, @Nullable String uri) {}
}
