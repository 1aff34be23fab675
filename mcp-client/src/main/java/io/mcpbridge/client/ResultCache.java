package io.mcpbridge.client;

import io.mcpbridge.jsonrpc.JsonRpcNotification;
import io.mcpbridge.model.ListPromptsRequest;
import io.mcpbridge.model.ListResourceTemplatesRequest;
import io.mcpbridge.model.ListResourcesRequest;
import io.mcpbridge.model.ListToolsRequest;
import io.mcpbridge.model.McpRequest;
import io.mcpbridge.model.McpResult;
import io.mcpbridge.model.PaginatedRequest;
import io.mcpbridge.model.PaginatedResult;
import io.mcpbridge.model.ReadResourceRequest;
import io.mcpbridge.revision.Freshness;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Results that their server said may be used again (2026-07-28, caching): those of one connection,
 * the least recently used ones giving way. What is private is kept for the one who asked, and not
 * at all where that is not known. What is stale is never handed out.
 */
final class ResultCache {

  /** Stands for everybody. */
  private static final Object EVERYBODY = new Object();

  private final Supplier<CacheLimits> limits;
  private final LongSupplier nanoTime;
  private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private @Nullable Connection connection;
  private long weight;
  private long changes;
  private volatile long toolAnnouncements;

  ResultCache(Supplier<CacheLimits> limits, LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
  }

  /** Whether the specification lets results of such requests be kept. */
  static boolean isCacheable(McpRequest<?> request) {
    return request instanceof PaginatedRequest || request instanceof ReadResourceRequest;
  }

  /** A count of changes heard of, to be given to {@link #keep}. */
  synchronized long changes() {
    return changes;
  }

  /** How often it was heard that the tools have changed. */
  long toolAnnouncements() {
    return toolAnnouncements;
  }

  /**
   * A fresh result.
   *
   * @param principal who asks; only asked for where there is something private
   */
  @Nullable McpResult find(
      McpRequest<?> request, Connection on, Supplier<@Nullable Object> principal) {
    Entry entry = entry(new Key(request, EVERYBODY), on);
    if (entry == null && hasPrivate(request::equals)) {
      Object who = principal.get();
      entry = who == null ? null : entry(new Key(request, who), on);
    }
    return entry == null ? null : entry.result();
  }

  private synchronized boolean hasPrivate(Predicate<McpRequest<?>> which) {
    return entries.keySet().stream()
        .anyMatch(key -> key.whose() != EVERYBODY && which.test(key.request()));
  }

  private synchronized @Nullable Entry entry(Key key, Connection on) {
    Entry entry = connection == on ? entries.get(key) : null;
    if (entry != null && nanoTime.getAsLong() - entry.staleAt() >= 0) {
      remove(key);
      return null;
    }
    return entry;
  }

  /**
   * Keeps a result that has just arrived.
   *
   * @param changesBefore how many changes were heard of before it was asked for: one that came
   *     meanwhile may have been about it
   */
  void keep(
      McpRequest<?> request,
      McpResult result,
      Freshness freshness,
      Connection on,
      Supplier<@Nullable Object> principal,
      long changesBefore) {
    if (freshness.time().isZero() || freshness.weight() > limits.get().maxBytes()) {
      return;
    }
    Object who = freshness.isPublic() ? EVERYBODY : principal.get();
    if (who != null) {
      put(
          new Key(request, who),
          new Entry(result, nanoTime.getAsLong() + freshness.time().toNanos(), freshness.weight()),
          on,
          changesBefore);
    }
  }

  private synchronized void put(Key key, Entry entry, Connection on, long changesBefore) {
    if (changes != changesBefore) {
      return;
    }
    if (connection != on) {
      clear();
      connection = on;
    }
    remove(key);
    entries.put(key, entry);
    weight += entry.weight();
    trim();
  }

  /** Drops what is too much by now. */
  synchronized void trim() {
    CacheLimits now = limits.get();
    Iterator<Map.Entry<Key, Entry>> oldest = entries.entrySet().iterator();
    while (entries.size() > now.maxResults() || weight > now.maxBytes()) {
      weight -= oldest.next().getValue().weight();
      oldest.remove();
    }
  }

  /** A notification may say that something kept is no longer so. */
  void heard(JsonRpcNotification notification) {
    switch (notification.method()) {
      case "notifications/tools/list_changed" -> announced();
      case "notifications/prompts/list_changed" -> changed(ListPromptsRequest.class::isInstance);
      case "notifications/resources/list_changed" ->
          changed(
              request ->
                  request instanceof ListResourcesRequest
                      || request instanceof ListResourceTemplatesRequest);
      case "notifications/resources/updated" -> {
        String uri = notification.params() == null ? null : notification.params().string("uri");
        changed(
            request ->
                request instanceof ReadResourceRequest read
                    && (uri == null || uri.startsWith(read.uri()) || read.uri().startsWith(uri)));
      }
      default -> {
        // It is about nothing that is kept.
      }
    }
  }

  private synchronized void announced() {
    toolAnnouncements++;
    toolsChanged();
  }

  /** Nothing that was kept can be relied on. */
  void somethingMissed() {
    changed(any -> true);
  }

  /** The lists of tools that are kept are no longer right. */
  void toolsChanged() {
    changed(ListToolsRequest.class::isInstance);
  }

  private synchronized void changed(Predicate<McpRequest<?>> affected) {
    changes++;
    drop(key -> affected.test(key.request()));
  }

  /**
   * Drops the pages of a list unless all of them are fresh, so that a whole list is of one piece:
   * it is fresh as long as the page that is fresh for the shortest time. What is private to others
   * stays.
   */
  void dropUnlessWhole(
      PaginatedRequest<?> first, Connection on, Supplier<@Nullable Object> principal) {
    PaginatedRequest<?> page = first;
    int pages = 0;
    while (find(page, on, principal) instanceof PaginatedResult<?> result
        && pages++ < limits.get().maxResults()) {
      String next = result.nextCursor();
      if (next == null) {
        return;
      }
      page = page.from(next);
    }
    Predicate<McpRequest<?>> ofTheList = request -> request.getClass() == first.getClass();
    Object who = hasPrivate(ofTheList) ? principal.get() : null;
    drop(
        key ->
            ofTheList.test(key.request()) && (key.whose() == EVERYBODY || key.whose().equals(who)));
  }

  /** Forgets the other pages of a list, or every resource that was read. */
  void forgetAllLike(McpRequest<?> request) {
    drop(key -> key.request().getClass() == request.getClass());
  }

  private void remove(Key key) {
    Entry entry = entries.remove(key);
    weight -= entry == null ? 0 : entry.weight();
  }

  private synchronized void drop(Predicate<Key> which) {
    Iterator<Map.Entry<Key, Entry>> all = entries.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Key, Entry> next = all.next();
      if (which.test(next.getKey())) {
        weight -= next.getValue().weight();
        all.remove();
      }
    }
  }

  private void clear() {
    entries.clear();
    weight = 0;
  }

  /** A request is its method and its parameters; what the revision adds in {@code _meta} is not. */
  private record Key(McpRequest<?> request, Object whose) {}

  private record Entry(McpResult result, long staleAt, long weight) {}
}
