package io.mcpbridge.catalog;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of one user: made by the first to ask, and over once for all. Whoever gets it has
 * used it, and who ends it ends one that was not used meanwhile; that is decided without a lock.
 */
final class UserCatalog {

  /** Known before a catalog is built, which connects its servers. */
  private static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();

  private final Supplier<ToolCatalog> maker;
  private final String shown;

  /** Held while its servers are waited for. */
  private final ReentrantLock making = new ReentrantLock();

  private final ReentrantLock starting = new ReentrantLock();
  private volatile @Nullable ToolCatalog started;

  /** The same once its servers were waited for. */
  private volatile @Nullable ToolCatalog catalog;

  /** The latest use; {@code null} once it is over. */
  private final AtomicReference<@Nullable Use> lastUse = new AtomicReference<>(new Use());

  /** A moment; each is another one. */
  private static final class Use {

    private final long at = System.nanoTime();

    Duration before(long now) {
      return Duration.ofNanos(now - at);
    }
  }

  /**
   * @param shown who the user is, for the log
   */
  UserCatalog(Supplier<ToolCatalog> maker, String shown) {
    this.maker = maker;
    this.shown = shown;
  }

  /**
   * The catalogue, started; {@code null} if it is over.
   *
   * @param firstWait how long whoever makes it, and whoever asks meanwhile, waits for its servers;
   *     nobody is waited for by who does not wait at all
   */
  @Nullable ToolCatalog catalog(Duration firstWait) {
    if (!use()) {
      return null;
    }
    ToolCatalog made = catalog;
    return made == null ? make(firstWait) : made;
  }

  /**
   * Uses it.
   *
   * @return whether it is not over
   */
  private boolean use() {
    @Nullable Use last;
    do {
      last = lastUse.get();
    } while (last != null && !lastUse.compareAndSet(last, new Use()));
    return last != null;
  }

  private @Nullable ToolCatalog make(Duration firstWait) {
    if (firstWait.isZero()) {
      return started();
    }
    making.lock();
    try {
      if (catalog == null) {
        ToolCatalog made = started();
        if (made == null) {
          return null;
        }
        made.awaitReady(firstWait);
        catalog = made;
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
        started = made();
      }
      return use() ? started : null;
    } finally {
      starting.unlock();
    }
  }

  private ToolCatalog made() {
    USER.set(shown);
    try {
      return maker.get();
    } finally {
      USER.remove();
    }
  }

  /** For whom a catalog is made on this thread; {@code null} if it is everybody's. */
  static @Nullable String userOfNewCatalogs() {
    return USER.get();
  }

  /**
   * How long nobody had asked for it at that moment of {@link System#nanoTime()}; negative if
   * somebody has since, and no time at all once it is over.
   */
  Duration unusedFor(long now) {
    Use last = lastUse.get();
    return last == null ? Duration.ZERO : last.before(now);
  }

  /** Whether it could be ended now: it is not being made, nor over. */
  boolean mayEnd() {
    return !making.isLocked() && lastUse.get() != null;
  }

  /** Whether calls of its tools are under way, or whatever else is asked of its servers. */
  boolean isBusy() {
    ToolCatalog made = started;
    return made != null && made.isBusy();
  }

  /**
   * Ends it, unless somebody has asked for it within that time or it is being made. {@link
   * #close()} is owed for it then.
   *
   * @return whether it is over from now on, and was not before
   */
  boolean endIfUnusedFor(Duration time) {
    if (!making.tryLock()) {
      return false;
    }
    try {
      Use last = lastUse.get();
      return last != null
          && last.before(System.nanoTime()).compareTo(time) >= 0
          && lastUse.compareAndSet(last, null);
    } finally {
      making.unlock();
    }
  }

  /**
   * Ends it, whoever uses it. {@link #close()} is owed for it then.
   *
   * @return whether it is over from now on, and was not before
   */
  boolean end() {
    return lastUse.getAndSet(null) != null;
  }

  /** Ends and closes it; waits for whoever is making it. */
  void close() {
    lastUse.set(null);
    making.lock();
    try {
      closeStarted();
    } finally {
      making.unlock();
    }
  }

  private void closeStarted() {
    starting.lock(); // nobody starts it after this, since it is over
    try {
      if (started != null) {
        started.close();
      }
    } finally {
      starting.unlock();
    }
  }
}
