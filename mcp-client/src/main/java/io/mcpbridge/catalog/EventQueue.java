package io.mcpbridge.catalog;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what happens with one server to those who watch: in order, on one worker at a time, and
 * bounded. Whoever adds something never waits.
 */
final class EventQueue {

  static final int CAPACITY = 1_000;

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);
  private static final String FAILED = "A CatalogListener failed on an event of MCP server \"{}\"";

  private final String server;
  private final Listeners listeners;
  private final Executor workers;
  private final ArrayDeque<Event> waiting = new ArrayDeque<>();
  private boolean working;
  private boolean overflowed;

  EventQueue(String server, Listeners listeners, Executor workers) {
    this.server = server;
    this.listeners = listeners;
    this.workers = workers;
  }

  /** Whether anybody watches. */
  boolean isWatched() {
    return !listeners.isEmpty();
  }

  /** Whether anybody wants to know how far calls have come. */
  boolean wantsProgress() {
    return listeners.atOnce().stream().anyMatch(this::wantsProgress);
  }

  private boolean wantsProgress(CatalogListener listener) {
    try {
      return listener.wantsProgress();
    } catch (RuntimeException | Error e) {
      log.warn(FAILED, server, e); // the call is another's, who has nothing to do with it
      return false;
    }
  }

  /** Something that matters even if it is told late. */
  void add(Consumer<CatalogListener> event) {
    add(new Event(event, false));
  }

  /** Something of which there may be a flood. */
  void addPassing(Consumer<CatalogListener> event) {
    add(new Event(event, true));
  }

  private void add(Event event) {
    boolean firstOverflow = false;
    synchronized (waiting) {
      if (!isWatched()) {
        return;
      }
      if (waiting.size() >= CAPACITY) {
        dropOne();
        firstOverflow = !overflowed;
        overflowed = true;
      }
      waiting.add(event);
      if (!working) {
        working = true;
        workers.execute(this::workOff);
      }
    }
    if (firstOverflow) {
      log.warn(
          "MCP server \"{}\": more happens than a CatalogListener can follow; the oldest events"
              + " are dropped",
          server);
    }
  }

  private void dropOne() {
    Iterator<Event> oldestFirst = waiting.iterator();
    while (oldestFirst.hasNext()) {
      if (oldestFirst.next().isPassing()) {
        oldestFirst.remove();
        return;
      }
    }
    waiting.removeFirst();
  }

  private void workOff() {
    for (Event event = next(); event != null; event = next()) {
      for (CatalogListener listener : listeners.all()) {
        tell(listener, event);
      }
    }
  }

  private void tell(CatalogListener listener, Event event) {
    try {
      event.what().accept(listener);
    } catch (RuntimeException | Error e) {
      // An Error of one listener, too, must not keep the others from being told.
      log.warn(FAILED, server, e);
    }
  }

  private @Nullable Event next() {
    synchronized (waiting) {
      Event event = waiting.poll();
      working = event != null;
      return event;
    }
  }

  private record Event(Consumer<CatalogListener> what, boolean isPassing) {}
}
