package io.mcpbridge.langchain4j;

import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.internal.access.ToolOfferLog;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** A set of tools as LangChain4j's, mapped by the first request after a change. No lock, no I/O. */
final class ToolOffer {

  private final ToolSet tools;
  private final SnapshotMapping mapping;
  private final AtomicReference<OfferedTools> offered;
  private final ToolOfferLog reportLog;

  /**
   * @param like the mapped tools of another set, for reuse
   */
  ToolOffer(ToolSet tools, SnapshotMapping mapping, ToolOfferLog reportLog, OfferedTools like) {
    this.tools = tools;
    this.mapping = mapping;
    this.reportLog = reportLog;
    this.offered = new AtomicReference<>(like);
  }

  OfferedTools now() {
    // in this order: an offer is never newer than the snapshot, and never replaced by an older one
    OfferedTools before = offered();
    CatalogSnapshot snapshot = tools.snapshot();
    return before.isOf(snapshot) ? before : offer(mapping.map(snapshot, before), before);
  }

  /** The first thread publishes its mapping, and logs its warnings. */
  private OfferedTools offer(OfferedTools mapped, OfferedTools before) {
    if (offered.compareAndSet(before, mapped)) {
      mapped.reports().forEach(reportLog::report);
      return mapped;
    }
    OfferedTools first = offered();
    return first.isOfSameSnapshot(mapped) ? first : mapped;
  }

  /** The last offer. */
  OfferedTools offered() {
    return Objects.requireNonNull(offered.get());
  }
}
