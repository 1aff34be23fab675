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
 * already queued; on overflow, replaces the whole queue with a single {@code somethingMissed}.
 */
final class NewsQueue {

  /** Maximum number of distinct queued notifications. */
  static final int CAPACITY = 1_000;

  private static final Logger log = LoggerFactory.getLogger(NewsQueue.class);
  private static final Item MISSED = new Item("something missed", null);

  private final String server;
  private final ChangeListener listener;
  private final Executor workers;
  private final Set<Item> waiting = new LinkedHashSet<>();
  private boolean working;
  private boolean closed;

  NewsQueue(String server, ChangeListener listener, Executor workers) {
    this.server = server;
    this.listener = listener;
    this.workers = workers;
  }

  /** Queues a notification; never blocks. */
  void add(JsonRpcNotification notification) {
    String uri = notification.params() == null ? null : notification.params().string("uri");
    add(new Item(notification.method(), uri));
  }

  /** Queues {@code somethingMissed}. */
  void addMissed() {
    add(MISSED);
  }

  private synchronized void add(Item item) {
    if (closed) {
      return;
    }
    if (waiting.size() == CAPACITY && !waiting.contains(item)) {
      waiting.clear();
      waiting.add(MISSED);
    } else {
      waiting.add(item);
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
    for (Item item = next(); item != null; item = next()) {
      try {
        tell(item);
      } catch (RuntimeException | Error e) {
        log.warn("A listener of server \"{}\" failed on {}", server, item.method(), e);
      }
    }
  }

  private synchronized @Nullable Item next() {
    Iterator<Item> all = waiting.iterator();
    working = all.hasNext();
    if (!working) {
      return null;
    }
    Item item = all.next();
    all.remove();
    return item;
  }

  private void tell(Item item) {
    String uri = item.uri();
    switch (item.method()) {
      case "notifications/tools/list_changed" -> listener.toolsChanged();
      case "notifications/prompts/list_changed" -> listener.promptsChanged();
      case "notifications/resources/list_changed" -> listener.resourcesChanged();
      case "notifications/resources/updated" -> {
        if (uri != null) {
          listener.resourceUpdated(uri);
        }
      }
      default -> listener.somethingMissed();
    }
  }

  /** Discards the queue. */
  synchronized void close() {
    closed = true;
    waiting.clear();
  }

  private record Item(String method, @Nullable String uri) {}
}
