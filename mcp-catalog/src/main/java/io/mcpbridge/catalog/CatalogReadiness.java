package io.mcpbridge.catalog;

import io.mcpbridge.catalog.internal.supervision.ManagedServer;
import io.mcpbridge.catalog.internal.supervision.RequiredServers;
import io.mcpbridge.catalog.internal.supervision.ServerRegistry;
import io.mcpbridge.transport.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for the servers of a catalog, and warns of those that are not connected in time. */
final class CatalogReadiness {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final ServerRegistry servers;
  private final BooleanSupplier closed;
  private final AtomicBoolean startWarned = new AtomicBoolean();
  private final Set<String> lateServers = ConcurrentHashMap.newKeySet();

  CatalogReadiness(ServerRegistry servers, BooleanSupplier closed) {
    this.servers = servers;
    this.closed = closed;
  }

  boolean awaitReady(Duration atMost) {
    Deadline deadline = Deadline.after(atMost);
    try {
      return servers.await(server -> server.awaitDecided(deadline)) || giveUp(server -> true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  boolean awaitReady(String server, Duration atMost) {
    Deadline deadline = Deadline.after(atMost);
    try {
      servers.use(server);
      return servers.await(
              candidate -> {
                if (!candidate.name().equals(server)) {
                  return true;
                }
                servers.use(server); // its replacement may be lazy
                return candidate.awaitDecided(deadline);
              })
          || giveUp(candidate -> candidate.name().equals(server));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void awaitRequired(Duration atMost) {
    try {
      new RequiredServers(servers).await(Deadline.after(atMost));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      new RequiredServers(servers).check("an interruption");
    }
  }

  /** Warns once of each server, since a caller may wait in a loop; returns false. */
  private boolean giveUp(Predicate<ManagedServer> awaited) throws InterruptedException {
    if (closed.getAsBoolean()) {
      return false;
    }
    if (servers.areStarted()) {
      Deadline now = Deadline.after(Duration.ZERO);
      List<String> undecided = new ArrayList<>();
      for (ManagedServer server : servers.all()) {
        if (awaited.test(server) && !server.awaitDecided(now) && lateServers.add(server.name())) {
          undecided.add(server.name());
        }
      }
      if (!undecided.isEmpty()) {
        log.warn(
            "awaitReady timed out: MCP servers {} are still connecting; a model does not get"
                + " their tools until they are connected",
            undecided);
      }
    } else if (!startWarned.getAndSet(true)) {
      log.warn(
          "awaitReady timed out: this catalog connects its servers only after the stage"
              + " passed to connectWhen completes, and it has not completed."
              + " Complete it first, or build the catalog without connectWhen");
    }
    return false;
  }

  /** Connects the servers at once, or after {@link ToolCatalogBuilder#connectWhen}. */
  void begin(@Nullable CompletionStage<?> ready, Runnable connecting) {
    if (ready == null) {
      connecting.run();
      return;
    }
    ready.whenComplete(
        (value, failure) -> {
          if (failure == null) {
            connecting.run();
          } else {
            doesNotStart(failure);
          }
        });
  }

  private void doesNotStart(Throwable cause) {
    startWarned.set(true);
    if (!closed.getAsBoolean()) {
      log.warn(
          "The MCP servers {} are never connected: the stage passed to connectWhen failed",
          servers.all().stream().map(ManagedServer::name).toList(),
          cause);
    }
  }
}
