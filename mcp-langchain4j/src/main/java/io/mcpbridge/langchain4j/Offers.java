package io.mcpbridge.langchain4j;

import io.mcpbridge.catalog.ToolSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What a provider offers of each set of tools that it was asked for, kept from one request to the
 * next.
 */
final class Offers {

  /** Beyond these, what was mapped is forgotten, and mapped anew for those who still ask. */
  static final int MOST_KEPT = 1_000;

  private final Function<ToolSet, SnapshotMapping> mapping;
  private final Map<ToolSet, Offer> offers = new ConcurrentHashMap<>();

  Offers(Function<ToolSet, SnapshotMapping> mapping) {
    this.mapping = mapping;
  }

  Offer of(ToolSet tools) {
    Offer known = offers.get(tools);
    if (known != null) {
      return known;
    }
    if (offers.size() >= MOST_KEPT) {
      offers.clear();
    }
    return offers.computeIfAbsent(tools, set -> new Offer(set, mapping.apply(set)));
  }
}
