package io.mcpbridge.langchain4j;

import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.catalog.internal.access.ToolSetCache;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.SchemaReport;
import io.mcpbridge.schema.ToolLimit;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Caches the offers of a provider by set of tools and schema profile. Sets of one catalog share
 * their mappings.
 */
final class OfferedToolCache {

  private static final Logger log = LoggerFactory.getLogger(McpToolProvider.class);

  private final BiFunction<ToolSet, SchemaProfile, SnapshotMapping> mapping;
  private final ToolSetCache<OfferKey, ToolOffer> offers =
      new ToolSetCache<>(
          key -> List.of(key.tools().catalog()), offer -> offer.offered().size(), this::warn);
  private final ToolOfferLog reportLog = new ToolOfferLog();
  private final AtomicBoolean logged = new AtomicBoolean();

  OfferedToolCache(BiFunction<ToolSet, SchemaProfile, SnapshotMapping> mapping) {
    this.mapping = mapping;
  }

  ToolOffer of(ToolSet tools, SchemaProfile profile) {
    OfferKey offerKey = new OfferKey(tools, profile);
    return offers.computeIfAbsent(
        offerKey,
        () -> new ToolOffer(tools, mapping.apply(tools, profile), reportLog, like(offerKey)));
  }

  /** Mappings to reuse: those of the largest offer with the same catalog and profile. */
  private OfferedTools like(OfferKey offerKey) {
    return offers.entries().entrySet().stream()
        .filter(entry -> entry.getKey().isLike(offerKey))
        .map(entry -> entry.getValue().offered())
        .max(Comparator.comparingInt(OfferedTools::size))
        .map(OfferedTools::forAnotherSet)
        .orElse(OfferedTools.NONE);
  }

  private void warn(int sets, long tools) {
    if (!logged.getAndSet(true)) {
      log.warn(
          "Too many sets of tools ({}, with {} tools) to cache; toolsPerInvocation should"
              + " return the same object for the same tools",
          sets,
          tools);
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
    return offers.entries().values().stream()
        .flatMap(offer -> offer.offered().reports().stream())
        .distinct()
        .toList();
  }

  private record OfferKey(ToolSet tools, SchemaProfile profile) {

    boolean isLike(OfferKey other) {
      return profile == other.profile && tools.catalog() == other.tools.catalog();
    }
  }
}
