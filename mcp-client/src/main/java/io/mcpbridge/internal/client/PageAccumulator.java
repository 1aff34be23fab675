package io.mcpbridge.internal.client;

import io.mcpbridge.client.call.Listing;
import io.mcpbridge.model.PaginatedResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Combines the pages of one list and removes duplicates. At a limit, the list ends with what was
 * read.
 */
final class PageAccumulator<T> {

  /** Number of entries after which no further page is requested. */
  static final int MAX_ENTRIES = 10_000;

  /** Total number of characters after which no further page is requested. */
  static final long MAX_CHARACTERS = 64L << 20;

  private final String method;
  private final int maxPages;
  private final Map<String, T> items = new LinkedHashMap<>();
  private final List<String> omitted = new ArrayList<>();
  private final Set<String> cursors = new HashSet<>();
  private int pages;
  private int entries;
  private long characters;

  PageAccumulator(String method, int maxPages) {
    this.method = method;
    this.maxPages = maxPages;
  }

  /**
   * Adds a page. A repeated cursor ends the list, since the server would never end it.
   *
   * @return the next cursor; {@code null} at the end
   */
  @Nullable String add(PaginatedResult<T> page) {
    pages++;
    omitted.addAll(page.omitted());
    page.items().forEach(item -> add(page.identity(item), item));
    String next = page.nextCursor();
    if (next == null) {
      return null;
    }
    if (!cursors.add(next)) {
      omitted.add(method + " returned the same cursor twice, so reading stopped there");
      return null;
    }
    // Skipped for single-page lists, which most lists are.
    entries += page.items().size();
    page.items().forEach(item -> characters += item.toString().length());
    String limit = limitReached();
    if (limit != null) {
      omitted.add(
          method
              + " has more than "
              + limit
              + "; the "
              + items.size()
              + " entries read so far are used");
      return null;
    }
    return next;
  }

  private @Nullable String limitReached() {
    if (pages >= maxPages) {
      return maxPages + " pages (setting " + Pagination.MAX_PAGES + ")";
    }
    if (entries >= MAX_ENTRIES) {
      return MAX_ENTRIES + " entries";
    }
    return characters >= MAX_CHARACTERS ? MAX_CHARACTERS + " characters" : null;
  }

  private void add(String identity, T item) {
    if (items.putIfAbsent(identity, item) != null) {
      omitted.add(method + " names \"" + identity + "\" twice; the first one is kept");
    }
  }

  Listing<T> listing() {
    return new Listing<>(new ArrayList<>(items.values()), omitted);
  }
}
