package io.mcpbridge.catalog.internal.state;

import io.mcpbridge.catalog.server.CatalogListener;
import io.mcpbridge.internal.concurrent.SerialExecutor;
import io.mcpbridge.internal.concurrent.SerialExecutor.Overflow;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the events of one server to the listeners: in order, on one worker at a time, from a
 * bounded queue. Adding an event never blocks.
 */
public final class EventDispatcher {

  static final int CAPACITY = 1_000;

  private static final Logger log = LoggerFactory.getLogger(EventDispatcher.class);
  private static final String FAILED = "A CatalogListener failed on an event of MCP server \"{}\"";

  private final String server;
  private final CatalogListeners listeners;
  private final SerialExecutor queue;

  EventDispatcher(String server, CatalogListeners listeners, Executor workers) {
    this.server = server;
    this.listeners = listeners;
    this.queue =
        new SerialExecutor(
            workers,
            CAPACITY,
            Overflow.dropOldest(
                () ->
                    log.warn(
                        "MCP server \"{}\": a CatalogListener is too slow; dropping the oldest events",
                        server)),
            failure -> log.warn(FAILED, server, failure));
  }

  /** Whether there are listeners. */
  public boolean isWatched() {
    return !listeners.isEmpty();
  }

  /** Whether a listener wants progress of calls. */
  public boolean wantsProgress() {
    return isWanted(CatalogListener::wantsProgress);
  }

  /** Whether a listener wants the output of calls. */
  public boolean wantsOutput() {
    return isWanted(CatalogListener::wantsOutput);
  }

  private boolean isWanted(Predicate<CatalogListener> wish) {
    return listeners.atOnce().stream().anyMatch(listener -> isWanted(wish, listener));
  }

  private boolean isWanted(Predicate<CatalogListener> wish, CatalogListener listener) {
    try {
      return wish.test(listener);
    } catch (RuntimeException | Error e) {
      log.warn(FAILED, server, e); // the call does not depend on the listener
      return false;
    }
  }

  /** Adds an event that is worth a late delivery. */
  public void add(Consumer<CatalogListener> event) {
    if (isWatched()) {
      queue.execute(new Object(), () -> notifyAll(event));
    }
  }

  /** Adds an event that may come in floods and is dropped first. */
  public void addPassing(Consumer<CatalogListener> event) {
    if (isWatched()) {
      queue.execute(() -> notifyAll(event));
    }
  }

  private void notifyAll(Consumer<CatalogListener> event) {
    for (CatalogListener listener : listeners.all()) {
      try {
        event.accept(listener);
      } catch (RuntimeException | Error e) {
        // After an Error, too, the other listeners get the event.
        log.warn(FAILED, server, e);
      }
    }
  }
}
