package io.mcpbridge.internal.client.connection;

import io.mcpbridge.client.call.CacheLimits;
import io.mcpbridge.internal.revision.codec.CacheControl;
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
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * LRU cache of the results that a server allows to cache (2026-07-28, caching), for one connection.
 * Private results are cached per principal, and not at all if the principal is unknown. Stale
 * results are never returned.
 */
public final class ResultCache {

  /** Key for results with public scope. */
  private static final Object PUBLIC = new Object();

  private final Supplier<CacheLimits> limits;
  private final LongSupplier nanoTime;
  private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private @Nullable Connection cachedConnection;
  private long weight;
  private long changes;
  private volatile long toolAnnouncements;

  public ResultCache(Supplier<CacheLimits> limits, LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
  }

  /** Whether the specification allows caching of this request's results. */
  public static boolean isCacheable(McpRequest<?> request) {
    return request instanceof PaginatedRequest || request instanceof ReadResourceRequest;
  }

  /** Number of changes announced so far; pass it to {@link #keep}. */
  public synchronized long changes() {
    return changes;
  }

  /** How many times the server announced a change of its tools. */
  public long toolAnnouncements() {
    return toolAnnouncements;
  }

  /**
   * Returns a fresh result, or {@code null}.
   *
   * @param principal evaluated only if there is a private result
   */
  public @Nullable McpResult find(
      McpRequest<?> request, Connection connection, Supplier<@Nullable Object> principal) {
    Entry entry = entry(new Key(request, PUBLIC), connection);
    if (entry == null && hasPrivate(request::equals)) {
      Object owner = principal.get();
      entry = owner == null ? null : entry(new Key(request, owner), connection);
    }
    return entry == null ? null : entry.result();
  }

  private synchronized boolean hasPrivate(Predicate<McpRequest<?>> filter) {
    return entries.keySet().stream()
        .anyMatch(key -> key.owner() != PUBLIC && filter.test(key.request()));
  }

  private synchronized @Nullable Entry entry(Key key, Connection connection) {
    Entry entry = cachedConnection == connection ? entries.get(key) : null;
    if (entry != null && nanoTime.getAsLong() - entry.staleAt() >= 0) {
      remove(key);
      return null;
    }
    return entry;
  }

  /**
   * Caches a result that has just arrived.
   *
   * @param changesBefore the value of {@link #changes} before the request: a change announced since
   *     may affect the result
   */
  public void keep(
      McpRequest<?> request,
      McpResult result,
      CacheControl cacheControl,
      Connection connection,
      Supplier<@Nullable Object> principal,
      long changesBefore) {
    if (cacheControl.time().isZero() || cacheControl.weight() > limits.get().maxBytes()) {
      return;
    }
    Object owner = cacheControl.isPublic() ? PUBLIC : principal.get();
    if (owner != null) {
      put(
          new Key(request, owner),
          new Entry(
              result, nanoTime.getAsLong() + cacheControl.time().toNanos(), cacheControl.weight()),
          connection,
          changesBefore);
    }
  }

  private synchronized void put(Key key, Entry entry, Connection connection, long changesBefore) {
    if (changes != changesBefore) {
      return;
    }
    if (cachedConnection != connection) {
      clear();
      cachedConnection = connection;
    }
    remove(key);
    entries.put(key, entry);
    weight += entry.weight();
    trim();
  }

  /** Evicts entries beyond the current limits. */
  public synchronized void trim() {
    CacheLimits now = limits.get();
    Iterator<Map.Entry<Key, Entry>> oldest = entries.entrySet().iterator();
    while (entries.size() > now.maxResults() || weight > now.maxBytes()) {
      weight -= oldest.next().getValue().weight();
      oldest.remove();
    }
  }

  /** Invalidates the results that a notification affects. */
  void onNotification(JsonRpcNotification notification) {
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
        // Affects no cached result.
      }
    }
  }

  private synchronized void announced() {
    toolAnnouncements++;
    toolsChanged();
  }

  /** Invalidates everything, since notifications may have been lost. */
  void onGap() {
    changed(any -> true);
  }

  /** Invalidates the lists of tools. */
  public void toolsChanged() {
    changed(ListToolsRequest.class::isInstance);
  }

  private synchronized void changed(Predicate<McpRequest<?>> affected) {
    changes++;
    drop(key -> affected.test(key.request()));
  }

  /**
   * Drops the pages of a list unless all of them are fresh, so that a list is never assembled from
   * different versions: it is as fresh as its stalest page. Other principals' private pages stay.
   */
  public void dropUnlessWhole(
      PaginatedRequest<?> first, Connection connection, Supplier<@Nullable Object> principal) {
    PaginatedRequest<?> page = first;
    int pages = 0;
    while (find(page, connection, principal) instanceof PaginatedResult<?> result
        && pages++ < limits.get().maxResults()) {
      String next = result.nextCursor();
      if (next == null) {
        return;
      }
      page = page.from(next);
    }
    Predicate<McpRequest<?>> isOfList = request -> request.getClass() == first.getClass();
    Object owner = hasPrivate(isOfList) ? principal.get() : null;
    drop(
        key ->
            isOfList.test(key.request()) && (key.owner() == PUBLIC || key.owner().equals(owner)));
  }

  /** Drops all pages of a list, or all resource contents. */
  public void forgetAllLike(McpRequest<?> request) {
    drop(key -> key.request().getClass() == request.getClass());
  }

  private void remove(Key key) {
    Entry entry = entries.remove(key);
    weight -= entry == null ? 0 : entry.weight();
  }

  private synchronized void drop(Predicate<Key> filter) {
    Iterator<Map.Entry<Key, Entry>> all = entries.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Key, Entry> next = all.next();
      if (filter.test(next.getKey())) {
        weight -= next.getValue().weight();
        all.remove();
      }
    }
  }

  private void clear() {
    entries.clear();
    weight = 0;
  }

  /** Method and parameters identify a request; the {@code _meta} of the revision does not count. */
  private record Key(McpRequest<?> request, Object owner) {}

  private record Entry(McpResult result, long staleAt, long weight) {}
}
