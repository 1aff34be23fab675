package io.mcpbridge.catalog;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The catalogue of one user: made by the first to ask, and closed once for all. */
final class UserCatalog {

  private final Supplier<ToolCatalog> maker;
  private final ReentrantLock making = new ReentrantLock();
  private volatile @Nullable ToolCatalog catalog;
  private boolean closed;
  private volatile long usedAt = System.nanoTime();

  UserCatalog(Supplier<ToolCatalog> maker) {
    this.maker = maker;
  }

  /**
   * The catalogue, started; {@code null} if it was closed before it was made.
   *
   * @param firstWait how long whoever makes it, and whoever asks meanwhile, waits for its servers
   */
  @Nullable ToolCatalog catalog(Duration firstWait) {
    usedAt = System.nanoTime();
    ToolCatalog made = catalog;
    return made == null ? make(firstWait) : made;
  }

  private @Nullable ToolCatalog make(Duration firstWait) {
    making.lock();
    try {
      if (catalog == null && !closed) {
        ToolCatalog started = maker.get().start();
        started.awaitReady(firstWait);
        catalog = started;
      }
      return catalog;
    } finally {
      making.unlock();
    }
  }

  Duration unusedFor() {
    return Duration.ofNanos(System.nanoTime() - usedAt);
  }

  /** Waits for whoever is making it. */
  void close() {
    making.lock();
    try {
      closed = true;
      if (catalog != null) {
        catalog.close();
      }
    } finally {
      making.unlock();
    }
  }
}
