package io.mcpbridge.langchain4j;

import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.internal.access.CatalogInternals;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.SchemaReport;
import io.mcpbridge.schema.ToolLimit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Caches the offers of a provider by set of tools and schema profile. Sets of one catalog share
 * their mappings.
 */
final class OfferedToolCache {

  /** Beyond this number, the least recently requested sets are evicted. */
  static final int MAX_ENTRIES = 1_000;

  /** Maximum number of tools in all cached sets together. */
  static final int MAX_TOOLS = 100_000;

  private static final Logger log = LoggerFactory.getLogger(McpToolProvider.class);

  private final BiFunction<ToolSet, SchemaProfile, SnapshotMapping> mapping;
  private final Map<OfferKey, ToolOffer> offers = new ConcurrentHashMap<>();
  private final ToolOfferLog reportLog = new ToolOfferLog();
  private final AtomicBoolean logged = new AtomicBoolean();

  /** Evicts the tools of a closed catalog, which may refer to its user. */
  private final Consumer<Object> forgetting = this::forget;

  OfferedToolCache(BiFunction<ToolSet, SchemaProfile, SnapshotMapping> mapping) {
    this.mapping = mapping;
  }

  ToolOffer of(ToolSet tools, SchemaProfile profile) {
    OfferKey offerKey = new OfferKey(tools, profile);
    ToolOffer existing = offers.get(offerKey);
    if (existing != null) {
      return existing;
    }
    makeRoom();
    ToolOffer offer =
        new ToolOffer(tools, mapping.apply(tools, profile), reportLog, like(offerKey));
    ToolOffer first = offers.putIfAbsent(offerKey, offer);
    CatalogInternals.of(tools.catalog()).whenClosed(forgetting);
    return first == null ? offer : first;
  }

  /** Mappings to reuse: those of the largest offer with the same catalog and profile. */
  private OfferedTools like(OfferKey offerKey) {
    return offers.entrySet().stream()
        .filter(entry -> entry.getKey().isLike(offerKey))
        .map(entry -> entry.getValue().offered())
        .max(Comparator.comparingInt(OfferedTools::size))
        .map(OfferedTools::forAnotherSet)
        .orElse(OfferedTools.NONE);
  }

  private void forget(Object closed) {
    offers.keySet().removeIf(offerKey -> offerKey.tools().catalog() == closed);
  }

  private void makeRoom() {
    long tools = offers.values().stream().mapToLong(offer -> offer.offered().size()).sum();
    if (offers.size() < MAX_ENTRIES && tools < MAX_TOOLS) {
      return;
    }
    if (!logged.getAndSet(true)) {
      log.warn(
          "Too many sets of tools ({}, with {} tools) to cache; toolsPerInvocation should"
              + " return the same object for the same tools",
          offers.size(),
          tools);
    }
    long now = System.nanoTime();
    List<CachedOffer> longestUnusedFirst =
        offers.entrySet().stream()
            .map(
                entry ->
                    new CachedOffer(
                        entry.getKey(), entry.getValue(), now - entry.getValue().requestedAt()))
            .sorted(Comparator.comparingLong(CachedOffer::unused).reversed())
            .toList();
    for (CachedOffer cachedOffer : longestUnusedFirst) {
      if (offers.size() <= MAX_ENTRIES * 3 / 4 && tools <= MAX_TOOLS * 3 / 4) {
        return;
      }
      offers.remove(cachedOffer.offerKey(), cachedOffer.offer());
      tools -= cachedOffer.offer().offered().size();
    }
  }

  /** Warns if there are more tools than the model's provider accepts. */
  void count(int tools, @Nullable ToolLimit limit) {
    if (limit != null) {
      reportLog.count(tools, limit);
    }
  }

  /** The reports of all current offers, without duplicates. */
  List<SchemaReport> reports() {
    return offers.values().stream()
        .flatMap(offer -> offer.offered().reports().stream())
        .distinct()
        .toList();
  }

  private record OfferKey(ToolSet tools, SchemaProfile profile) {

    boolean isLike(OfferKey other) {
      return profile == other.profile && tools.catalog() == other.tools.catalog();
    }
  }

  private record CachedOffer(OfferKey offerKey, ToolOffer offer, long unused) {}
}
