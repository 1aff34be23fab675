package io.mcpbridge.langchain4j;

import io.mcpbridge.catalog.CatalogSnapshot;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.schema.ToolOfferLog;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** A set of tools as LangChain4j's, mapped by the first to ask after a change. No lock, no I/O. */
final class Offer {

  private final ToolSet tools;
  private final SnapshotMapping mapping;
  private final AtomicReference<OfferedTools> offered;
  private final ToolOfferLog reportLog;
  private volatile long asked = System.nanoTime();

  /**
   * @param like what is known of the tools from another set of theirs
   */
  Offer(ToolSet tools, SnapshotMapping mapping, ToolOfferLog reportLog, OfferedTools like) {
    this.tools = tools;
    this.mapping = mapping;
    this.reportLog = reportLog;
    this.offered = new AtomicReference<>(like);
  }

  OfferedTools now() {
    asked = System.nanoTime();
    // in this order: what was offered is never newer than the snapshot, and never replaced by older
    OfferedTools before = offered();
    CatalogSnapshot snapshot = tools.snapshot();
    return before.areOf(snapshot) ? before : offer(mapping.map(snapshot, before), before);
  }

  /** Who comes first decides what is offered, and is the one to warn. */
  private OfferedTools offer(OfferedTools mapped, OfferedTools before) {
    if (offered.compareAndSet(before, mapped)) {
      mapped.reports().forEach(reportLog::report);
      return mapped;
    }
    OfferedTools first = offered();
    return first.areOfSame(mapped) ? first : mapped;
  }

  /** When it was asked for last, by {@link System#nanoTime}. */
  long asked() {
    return asked;
  }

  /** What was offered last. */
  OfferedTools offered() {
    return Objects.requireNonNull(offered.get());
  }
}
