package io.mcpbridge.langchain4j;

import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.langchain4j.schema.SchemaProfile;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * What a provider offers of each set of tools that it was asked for, in each form of schemas, kept
 * from one request to the next.
 */
final class Offers {

  /** Beyond these, what was mapped is forgotten, and mapped anew for those who still ask. */
  static final int MOST_KEPT = 1_000;

  private final BiFunction<ToolSet, SchemaProfile, SnapshotMapping> mapping;
  private final Map<Asked, Offer> offers = new ConcurrentHashMap<>();
  private final SchemaNews news = new SchemaNews();

  Offers(BiFunction<ToolSet, SchemaProfile, SnapshotMapping> mapping) {
    this.mapping = mapping;
  }

  Offer of(ToolSet tools, SchemaProfile profile) {
    Asked asked = new Asked(tools, profile);
    Offer known = offers.get(asked);
    if (known != null) {
      return known;
    }
    offers.keySet().removeIf(old -> old.tools().catalog().isClosed());
    if (offers.size() >= MOST_KEPT) {
      offers.clear();
    }
    return offers.computeIfAbsent(
        asked, key -> new Offer(tools, mapping.apply(tools, profile), news));
  }

  /** Of everything that was offered last, each once. */
  List<SchemaReport> reports() {
    return offers.values().stream()
        .flatMap(offer -> offer.offered().reports().stream())
        .distinct()
        .toList();
  }

  private record Asked(ToolSet tools, SchemaProfile profile) {}
}
