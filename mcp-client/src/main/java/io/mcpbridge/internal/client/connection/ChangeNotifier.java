package io.mcpbridge.internal.client.connection;

import io.mcpbridge.client.call.ChangeListener;
import io.mcpbridge.internal.concurrent.NonBlocking;
import io.mcpbridge.internal.concurrent.SerialExecutor;
import io.mcpbridge.internal.concurrent.SerialExecutor.Overflow;
import io.mcpbridge.jsonrpc.JsonRpcNotification;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers change notifications to one listener, one at a time. Merges notifications that are
 * already queued; on overflow, replaces the whole queue with a single {@code onGap}.
 */
final class ChangeNotifier {

  /** Maximum number of distinct queued notifications. */
  static final int CAPACITY = 1_000;

  private static final Logger log = LoggerFactory.getLogger(ChangeNotifier.class);
  private static final Notification GAP = new Notification("a gap", null);

  private final ChangeListener listener;
  private final SerialExecutor queue;

  /** The key by which queued notifications are merged. */
  private record Notification(String method, @Nullable String uri) {}

  /**
   * @param workers the threads on which the listener is called, unless it is {@link NonBlocking}
   */
  ChangeNotifier(String server, ChangeListener listener, Executor workers) {
    this.listener = listener;
    this.queue =
        new SerialExecutor(
            listener instanceof NonBlocking ? Runnable::run : workers,
            CAPACITY,
            Overflow.replaceAll(GAP, listener::onGap),
            failure -> log.warn("A ChangeListener of server \"{}\" failed", server, failure));
  }

  /** Queues a notification; never blocks. */
  void add(JsonRpcNotification notification) {
    String uri = notification.params() == null ? null : notification.params().string("uri");
    Notification key = new Notification(notification.method(), uri);
    queue.execute(key, () -> notify(key));
  }

  /** Queues {@code onGap}. */
  void addGap() {
    queue.execute(GAP, listener::onGap);
  }

  private void notify(Notification notification) {
    String uri = notification.uri();
    switch (notification.method()) {
      case "notifications/tools/list_changed" -> listener.toolsChanged();
      case "notifications/prompts/list_changed" -> listener.promptsChanged();
      case "notifications/resources/list_changed" -> listener.resourcesChanged();
      case "notifications/resources/updated" -> {
        if (uri != null) {
          listener.resourceUpdated(uri);
        }
      }
      default -> {
        // of no kind that a listener can subscribe to
      }
    }
  }

  /** Discards the queue. */
  void close() {
    queue.close();
  }
}
