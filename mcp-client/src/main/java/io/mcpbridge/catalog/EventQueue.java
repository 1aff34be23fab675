package io.mcpbridge.catalog;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the events of one server to the listeners: in order, on one worker at a time, from a
 * bounded queue. Adding an event never blocks.
 */
final class EventQueue {

  static final int CAPACITY = 1_000;

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);
  private static final String FAILED = "A CatalogListener failed on an event of MCP server \"{}\"";

  private final String server;
  private final CatalogListeners listeners;
  private final Executor workers;
  private final ArrayDeque<Event> waiting = new ArrayDeque<>();
  private boolean working;
  private boolean overflowed;

  EventQueue(String server, CatalogListeners listeners, Executor workers) {
    this.server = server;
    this.listeners = listeners;
    this.workers = workers;
  }

  /** Whether there are listeners. */
  boolean isWatched() {
    return !listeners.isEmpty();
  }

  /** Whether a listener wants progress of calls. */
  boolean wantsProgress() {
    return listeners.atOnce().stream().anyMatch(this::wantsProgress);
  }

  private boolean wantsProgress(CatalogListener listener) {
    try {
      return listener.wantsProgress();
    } catch (RuntimeException | Error e) {
      log.warn(FAILED, server, e); // the call does not depend on the listener
      return false;
    }
  }

  /** Adds an event that is worth a late delivery. */
  void add(Consumer<CatalogListener> event) {
    add(new Event(event, false));
  }

  /** Adds an event that may come in floods and is dropped first. */
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
      // After an Error, too, the other listeners get the event.
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
