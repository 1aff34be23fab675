package io.mcpbridge.catalog.internal.state;

import io.mcpbridge.catalog.server.CatalogListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of a catalog. Some are created lazily, for the first event. */
public final class CatalogListeners {

  /** How long a caller waits while another thread creates the listeners. */
  private static final long MAX_WAIT_MILLIS = 1_000;

  private static final Logger log = LoggerFactory.getLogger(CatalogListeners.class);

  private final List<Supplier<? extends List<? extends CatalogListener>>> sources;
  private final ReentrantLock creating = new ReentrantLock();
  private volatile @Nullable List<CatalogListener> created;
  private boolean failureLogged;
  private volatile boolean over;

  /** A listener that already exists. */
  public record ExistingListener(CatalogListener listener)
      implements Supplier<List<CatalogListener>> {
    @Override
    public List<CatalogListener> get() {
      return List.of(listener);
    }
  }

  public CatalogListeners(List<Supplier<? extends List<? extends CatalogListener>>> sources) {
    this.sources = List.copyOf(sources);
  }

  static CatalogListeners of(CatalogListener... listeners) {
    return new CatalogListeners(List.of(() -> List.of(listeners)));
  }

  public static CatalogListeners none() {
    return new CatalogListeners(List.of());
  }

  /** Whether there are no listeners and never will be. */
  boolean isEmpty() {
    return sources.isEmpty();
  }

  /**
   * Creates no more listeners. Those that do not exist yet have had no events, and the objects that
   * they need may be closed.
   */
  public void close() {
    over = true;
  }

  /** All listeners, for a thread that may block. */
  List<CatalogListener> all() {
    List<CatalogListener> existing = created;
    if (existing != null) {
      return existing;
    }
    creating.lock();
    try {
      return make();
    } finally {
      creating.unlock();
    }
  }

  /**
   * The listeners that a caller of a tool may query. Empty while they are being created: by the
   * caller itself, whose call is part of that, or by a thread that may in turn wait for the caller.
   */
  List<CatalogListener> atOnce() {
    List<CatalogListener> existing = created;
    if (existing != null) {
      return existing;
    }
    try {
      if (creating.isHeldByCurrentThread()
          || !creating.tryLock(MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        return List.of();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
    try {
      return make();
    } finally {
      creating.unlock();
    }
  }

  /** Retries failed sources for the next event, since the application may still be starting. */
  private List<CatalogListener> make() {
    List<CatalogListener> existing = created;
    if (existing != null) {
      return existing;
    }
    List<CatalogListener> all = new ArrayList<>();
    boolean complete = true;
    for (Supplier<? extends List<? extends CatalogListener>> source : sources) {
      if (over && !(source instanceof ExistingListener)) {
        complete = false;
        continue;
      }
      try {
        all.addAll(source.get());
      } catch (RuntimeException | Error e) { // the other listeners get the event nevertheless
        complete = false;
        if (!failureLogged && !over) {
          failureLogged = true;
          log.error(
              "Some CatalogListeners cannot be created; they receive no events until they can", e);
        }
      }
    }
    if (complete) {
      created = List.copyOf(all);
    }
    return all;
  }
}
