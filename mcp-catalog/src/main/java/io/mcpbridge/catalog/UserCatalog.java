package io.mcpbridge.catalog;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The catalog of one user: created lazily, and ended once. Getting it counts as a use, and an idle
 * catalog ends only if it is still unused; an atomic reference decides between the two.
 */
final class UserCatalog {

  private final Supplier<ToolCatalog> maker;

  /** Held while waiting for its servers. */
  private final ReentrantLock making = new ReentrantLock();

  private final ReentrantLock starting = new ReentrantLock();
  private volatile @Nullable ToolCatalog started;

  /** The same catalog after the wait for its servers. */
  private volatile @Nullable ToolCatalog catalog;

  /** The latest use; {@code null} once ended. */
  private final AtomicReference<@Nullable Lease> lastLease = new AtomicReference<>(new Lease());

  /** A use; compared by identity. */
  private static final class Lease {

    private final long at = System.nanoTime();

    Duration before(long now) {
      return Duration.ofNanos(now - at);
    }
  }

  UserCatalog(Supplier<ToolCatalog> maker) {
    this.maker = maker;
  }

  /**
   * The catalog, started; {@code null} if it ended.
   *
   * @param initialTimeout how long the first and concurrent callers wait for the servers; with
   *     zero, the caller does not wait for other callers either
   */
  @Nullable ToolCatalog catalog(Duration initialTimeout) {
    if (!use()) {
      return null;
    }
    ToolCatalog current = catalog;
    return current == null ? make(initialTimeout) : current;
  }

  /**
   * Records a use.
   *
   * @return whether the catalog has not ended
   */
  private boolean use() {
    @Nullable Lease last;
    do {
      last = lastLease.get();
    } while (last != null && !lastLease.compareAndSet(last, new Lease()));
    return last != null;
  }

  private @Nullable ToolCatalog make(Duration initialTimeout) {
    if (initialTimeout.isZero()) {
      return started();
    }
    making.lock();
    try {
      if (catalog == null) {
        ToolCatalog created = started();
        if (created == null) {
          return null;
        }
        created.awaitReady(initialTimeout);
        catalog = created;
      }
      return use() ? catalog : null;
    } finally {
      making.unlock();
    }
  }

  private @Nullable ToolCatalog started() {
    starting.lock();
    try {
      if (started == null && use()) {
        started = maker.get();
      }
      return use() ? started : null;
    } finally {
      starting.unlock();
    }
  }

  /** The catalog; {@code null} before its first use. */
  @Nullable ToolCatalog ifStarted() {
    return started;
  }

  /**
   * How long the catalog has been unused at that {@link System#nanoTime()}; negative if it was used
   * since, zero if it ended.
   */
  Duration unusedFor(long now) {
    Lease last = lastLease.get();
    return last == null ? Duration.ZERO : last.before(now);
  }

  /** Whether the catalog may end now: it is not being created and has not ended. */
  boolean mayEnd() {
    return !making.isLocked() && lastLease.get() != null;
  }

  /** Whether calls or other operations are in flight. */
  boolean isBusy() {
    ToolCatalog current = started;
    return current != null && current.isBusy();
  }

  /**
   * Ends the catalog, unless it was used within that time or is being created. The caller must then
   * {@link #close()} it.
   *
   * @return whether this call ended it
   */
  boolean endIfUnusedFor(Duration time) {
    if (!making.tryLock()) {
      return false;
    }
    try {
      Lease last = lastLease.get();
      return last != null
          && last.before(System.nanoTime()).compareTo(time) >= 0
          && lastLease.compareAndSet(last, null);
    } finally {
      making.unlock();
    }
  }

  /**
   * Ends the catalog even if it is in use. The caller must then {@link #close()} it.
   *
   * @return whether this call ended it
   */
  boolean end() {
    return lastLease.getAndSet(null) != null;
  }

  /** Ends and closes the catalog; waits for a caller that is creating it. */
  void close() {
    lastLease.set(null);
    making.lock();
    try {
      closeStarted();
    } finally {
      making.unlock();
    }
  }

  private void closeStarted() {
    starting.lock(); // cannot start after this, since it has ended
    try {
      if (started != null) {
        started.close();
      }
    } finally {
      starting.unlock();
    }
  }
}
