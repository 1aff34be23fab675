package io.mcpbridge.catalog.internal.access;

import io.mcpbridge.catalog.internal.supervision.ManagedServer;
import io.mcpbridge.catalog.internal.supervision.ServerChanges;
import io.mcpbridge.catalog.internal.supervision.ServerRegistry;
import io.mcpbridge.catalog.internal.supervision.SnapshotPublisher;
import io.mcpbridge.catalog.internal.tools.ListedTool;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What the library's other modules do with a catalog, and applications do not. */
public final class CatalogInternals {

  private static volatile @Nullable Function<AutoCloseable, CatalogInternals> accessor;

  private final ServerRegistry servers;
  private final ServerChanges changes;
  private final SnapshotPublisher snapshots;
  private final Map<Consumer<Object>, Boolean> closeListeners = new WeakHashMap<>();
  private @Nullable Object closed;

  public CatalogInternals(
      ServerRegistry servers, ServerChanges changes, SnapshotPublisher snapshots) {
    this.servers = servers;
    this.changes = changes;
    this.snapshots = snapshots;
  }

  /** Set by the catalog's class, whose instances have no public method for it. */
  public static void accessor(Function<AutoCloseable, CatalogInternals> function) {
    accessor = function;
  }

  /**
   * The internals of a catalog.
   *
   * @param catalog a {@code ToolCatalog}
   */
  public static CatalogInternals of(AutoCloseable catalog) {
    return Objects.requireNonNull(accessor).apply(catalog);
  }

  CatalogSnapshot snapshot() {
    return snapshots.latest();
  }

  /**
   * All tools that each server lists, selected or not; {@code null} for a server that has not
   * listed them, or that is in another catalog.
   */
  public Map<String, @Nullable List<ListedTool>> listedTools() {
    Map<String, @Nullable List<ListedTool>> tools = new LinkedHashMap<>();
    servers.all().forEach(server -> tools.put(server.name(), server.listedTools()));
    snapshot().serverNames().names().forEach(name -> tools.putIfAbsent(name, null));
    return tools;
  }

  /**
   * Disables a server without logging, for a caller that logs the reason itself.
   *
   * @throws IllegalArgumentException if there is no such server
   */
  public void disableUnlogged(String name, String by) {
    changes.disableUnlogged(name, by);
  }

  /**
   * Lists the tools of the servers that announced a change since their last listing, and waits for
   * that. Call it before offering tools that the previous call may have added: otherwise a change
   * takes effect after a short delay, since more may follow. Without an announcement, this does no
   * I/O and does not wait. Does not wait for a server that keeps announcing changes without any.
   *
   * @param atMost how long to wait; listing continues in the background after that
   * @return whether the listings ended within the time, without an interruption
   */
  public boolean refreshAnnounced(Duration atMost) {
    return refreshAnnounced(server -> true, atMost);
  }

  /**
   * As {@link #refreshAnnounced(Duration)}, for one server only.
   *
   * @throws IllegalArgumentException if there is no such server
   */
  public boolean refreshAnnounced(String name, Duration atMost) {
    servers.get(name);
    return refreshAnnounced(server -> server.name().equals(name), atMost);
  }

  private boolean refreshAnnounced(Predicate<ManagedServer> which, Duration atMost) {
    List<CompletableFuture<Void>> listings = new ArrayList<>();
    for (ManagedServer server : servers.all()) {
      CompletableFuture<Void> listing = which.test(server) ? server.refreshIfAnnounced() : null;
      if (listing != null) {
        listings.add(listing);
      }
    }
    return listings.isEmpty() || awaitAll(listings, Deadline.after(atMost));
  }

  /**
   * Lists the tools of some servers again in parallel, and waits until one attempt per server has
   * succeeded or failed.
   *
   * @return whether that happened within the time, without an interruption
   * @throws IllegalArgumentException if one of the servers does not exist
   */
  public boolean refresh(Collection<String> names, Duration atMost) {
    Deadline deadline = Deadline.after(atMost);
    List<CompletableFuture<Void>> listings = new ArrayList<>();
    names.forEach(name -> servers.ifUsable(name, server -> listings.add(server.refreshAsync())));
    try {
      return awaitAll(listings, deadline)
          && servers.await(
              server -> !names.contains(server.name()) || server.awaitDecided(deadline));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean awaitAll(List<CompletableFuture<Void>> listings, Deadline deadline) {
    try {
      CompletableFuture.allOf(listings.toArray(CompletableFuture<?>[]::new))
          .get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  /**
   * Registers a listener for the closing of the catalog; calls it at once with the catalog if it is
   * closed. It runs on the thread that closes the catalog, and must not block or throw.
   *
   * @param listener weakly referenced: the caller must keep a reference
   */
  public void whenClosed(Consumer<Object> listener) {
    Object catalog;
    synchronized (this) {
      catalog = closed;
      if (catalog == null) {
        closeListeners.put(listener, true);
        return;
      }
    }
    listener.accept(catalog);
  }

  /** Notifies the listeners that the catalog is closed. */
  public void closed(Object catalog) {
    List<Consumer<Object>> listeners;
    synchronized (this) {
      closed = catalog;
      listeners = new ArrayList<>(closeListeners.keySet());
      closeListeners.clear();
    }
    listeners.forEach(listener -> listener.accept(catalog));
  }
}
