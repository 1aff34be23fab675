package io.mcpbridge.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Those who watch a catalogue. Some are made only when there is something to tell. */
final class Listeners {

  /** How long a caller waits for another thread that is making them just now. */
  private static final long LONGEST_WAIT_MILLIS = 1_000;

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final List<Supplier<? extends List<? extends CatalogListener>>> sources;
  private final ReentrantLock making = new ReentrantLock();
  private volatile @Nullable List<CatalogListener> made;
  private boolean complained;
  private volatile boolean over;

  /** One that needs not be made. */
  record There(CatalogListener listener) implements Supplier<List<CatalogListener>> {
    @Override
    public List<CatalogListener> get() {
      return List.of(listener);
    }
  }

  Listeners(List<Supplier<? extends List<? extends CatalogListener>>> sources) {
    this.sources = List.copyOf(sources);
  }

  static Listeners of(CatalogListener... listeners) {
    return new Listeners(List.of(() -> List.of(listeners)));
  }

  static Listeners none() {
    return new Listeners(List.of());
  }

  /** Whether there is nobody, and never will be. */
  boolean isEmpty() {
    return sources.isEmpty();
  }

  /**
   * From now on none is made. Those who are not there were told nothing, and whatever they would be
   * made of may be gone.
   */
  void makeNoMore() {
    over = true;
  }

  /** All of them, for a thread that may wait. */
  List<CatalogListener> all() {
    List<CatalogListener> known = made;
    if (known != null) {
      return known;
    }
    making.lock();
    try {
      return make();
    } finally {
      making.unlock();
    }
  }

  /**
   * Those that a caller may ask. None while they are being made: by the caller itself, whose call
   * is part of that, or by a thread that may in turn wait for something that the caller holds.
   */
  List<CatalogListener> atOnce() {
    List<CatalogListener> known = made;
    if (known != null) {
      return known;
    }
    try {
      if (making.isHeldByCurrentThread()
          || !making.tryLock(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        return List.of();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
    try {
      return make();
    } finally {
      making.unlock();
    }
  }

  /** What fails now may go well for the next event: an application that is still starting, say. */
  private List<CatalogListener> make() {
    List<CatalogListener> known = made;
    if (known != null) {
      return known;
    }
    List<CatalogListener> all = new ArrayList<>();
    boolean complete = true;
    for (Supplier<? extends List<? extends CatalogListener>> source : sources) {
      if (over && !(source instanceof There)) {
        complete = false;
        continue;
      }
      try {
        all.addAll(source.get());
      } catch (RuntimeException | Error e) { // the others are to hear of it all the same
        complete = false;
        if (!complained && !over) {
          complained = true;
          log.error("Some CatalogListeners cannot be made, and are told nothing until they can", e);
        }
      }
    }
    if (complete) {
      made = List.copyOf(all);
    }
    return all;
  }
}
