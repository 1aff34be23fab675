package io.mcpbridge.client;

import io.mcpbridge.model.PaginatedResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The pages of one list that were read so far, as one: what is listed twice is there once. */
final class PagesRead<T> {

  private final String method;
  private final Map<String, T> items = new LinkedHashMap<>();
  private final List<String> omitted = new ArrayList<>();
  private final Set<String> cursors = new HashSet<>();

  PagesRead(String method) {
    this.method = method;
  }

  /**
   * Adds a page. A cursor that was seen before ends the list: its server would go on for ever.
   *
   * @return where to go on; {@code null} at the end
   */
  @Nullable String add(PaginatedResult<T> page) {
    omitted.addAll(page.omitted());
    page.items().forEach(item -> add(page.identity(item), item));
    String next = page.nextCursor();
    if (next != null && !cursors.add(next)) {
      omitted.add(method + " gave the same cursor twice, and was ended there");
      return null;
    }
    return next;
  }

  private void add(String identity, T item) {
    if (items.putIfAbsent(identity, item) != null) {
      omitted.add(method + " names \"" + identity + "\" twice; the first one stays");
    }
  }

  Listing<T> listing() {
    return new Listing<>(new ArrayList<>(items.values()), omitted);
  }
}
