package io.mcpbridge.catalog.internal.supervision;

import io.mcpbridge.catalog.internal.state.ServerHistory;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.transport.Transport;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds, replaces, updates and removes servers of a running catalog. Does no I/O on the calling
 * thread; servers are started and closed in the background.
 */
public final class ServerChanges {

  private static final Logger log = LoggerFactory.getLogger(ServerChanges.class);

  /** The longest time to close all servers. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  private final ServerRegistry servers;
  private final CatalogContext context;
  private final ReentrantLock changing = new ReentrantLock();
  private final Set<ManagedServer> leaving = ConcurrentHashMap.newKeySet();
  private boolean closed;

  public ServerChanges(ServerRegistry servers, CatalogContext context) {
    this.servers = servers;
    this.context = context;
  }

  public void start() {
    changing.lock();
    try {
      if (!closed) {
        servers.nowStarted();
        servers.all().forEach(ManagedServer::start);
      }
    } finally {
      changing.unlock();
    }
  }

  public void add(String name, Transport transport, ServerOptions options) {
    change(
        () -> {
          if (servers.find(name) != null) {
            throw new IllegalArgumentException("there are two servers named \"" + name + "\"");
          }
          ServerHistory history = new ServerHistory(name, context.listeners(), context.schedule());
          ManagedServer server =
              new ManagedServer(name, transport, options, null, history, context);
          publish(server);
          begin(server);
        });
  }

  public void replace(String name, Transport transport, ServerOptions options) {
    change(
        () -> {
          ManagedServer before = servers.get(name);
          if (before.transport() == transport) {
            update(before, options);
            return;
          }
          succeed(before, transport, options, before.disabledBy());
          log.info("MCP server \"{}\" is replaced: {}", name, transport.address());
        });
  }

  /** Applies other options; keeps the connection if the protocol version stays the same. */
  public void update(String name, ServerOptions options) {
    change(() -> update(servers.get(name), options));
  }

  private void update(ManagedServer server, ServerOptions options) {
    if (options.equals(server.options())) {
      return;
    }
    if (Objects.equals(options.protocolVersion(), server.options().protocolVersion())) {
      boolean mustCompare = server.updateOptions(options);
      context.toolsReplaced().accept(server.history());
      if (mustCompare) {
        compareInTheBackground(server);
      }
      if (servers.areStarted()) {
        server.start();
      }
    } else {
      succeed(server, server.transport(), options, server.disabledBy());
    }
    log.info("MCP server \"{}\" has new options", server.name());
  }

  public void disable(String name, String by) {
    change(() -> disable(servers.get(name), by));
  }

  /** For a caller that logs the reason itself. */
  public void disableUnlogged(String name, String by) {
    change(() -> disableIfEnabled(servers.get(name), by));
  }

  public void disableAll(String by) {
    change(() -> servers.all().forEach(server -> disable(server, by)));
  }

  private void disable(ManagedServer server, String by) {
    if (disableIfEnabled(server, by)) {
      log.info("MCP server \"{}\" is disabled by {}", server.name(), ServerText.line(by));
    }
  }

  /** Returns whether the server was enabled. */
  private boolean disableIfEnabled(ManagedServer server, String by) {
    if (server.disabledBy() != null) {
      return false;
    }
    recreate(server, by);
    return true;
  }

  public void enable(String name) {
    change(() -> enable(servers.get(name)));
  }

  public void enableAll(String by) {
    change(
        () ->
            servers.all().stream()
                .filter(server -> by.equals(server.disabledBy()))
                .forEach(this::enable));
  }

  private void enable(ManagedServer server) {
    if (server.disabledBy() != null) {
      recreate(server, null);
      log.info("MCP server \"{}\" is enabled", server.name());
    }
  }

  private void recreate(ManagedServer server, @Nullable String disabledBy) {
    succeed(server, server.transport(), server.options(), disabledBy);
  }

  public void remove(String name) {
    change(
        () -> {
          ManagedServer before = servers.get(name);
          Map<String, ManagedServer> remaining = servers.copy();
          remaining.remove(name);
          servers.replaceAll(remaining);
          context.toolsReplaced().accept(before.history());
          before.refuseCalls();
          closeInTheBackground(before);
          log.info("MCP server \"{}\" is removed", name);
        });
  }

  private void change(Runnable change) {
    changing.lock();
    try {
      if (closed) {
        throw new IllegalStateException("the catalog is closed");
      }
      change.run();
    } finally {
      changing.unlock();
    }
  }

  /** Replaces a server by one of the same name, which continues its history. */
  private void succeed(
      ManagedServer before,
      Transport transport,
      ServerOptions options,
      @Nullable String disabledBy) {
    ManagedServer next =
        new ManagedServer(before.name(), transport, options, disabledBy, before.history(), context);
    boolean mustCompare = next.inheritFrom(before);
    publish(next); // first: a caller whom the predecessor refuses then finds this one
    before.replaceBy(next);
    begin(next);
    if (mustCompare) {
      compareInTheBackground(next);
    }
    closeInTheBackground(before);
  }

  /** The application's store of pins may be slow, and must not block other changes. */
  private void compareInTheBackground(ManagedServer server) {
    context
        .schedule()
        .execute(
            () -> {
              server.compareTools();
              context.toolsReplaced().accept(server.history());
            });
  }

  private void publish(ManagedServer server) {
    Map<String, ManagedServer> changed = servers.copy();
    changed.put(server.name(), server);
    servers.replaceAll(changed);
  }

  private void begin(ManagedServer server) {
    server.publishIfDisabled();
    context.toolsReplaced().accept(server.history());
    if (servers.areStarted()) {
      server.start();
    }
  }

  private void closeInTheBackground(ManagedServer server) {
    leaving.add(server);
    context
        .schedule()
        .execute(
            () -> {
              server.closeWhenIdle();
              leaving.remove(server);
            });
  }

  /** Ends changes, and closes all servers in parallel, including those about to be closed. */
  public void close() {
    Set<ManagedServer> open = new HashSet<>();
    changing.lock();
    try {
      closed = true;
      open.addAll(servers.all());
      open.addAll(leaving);
    } finally {
      changing.unlock();
    }
    CompletableFuture<?>[] closing =
        open.stream()
            .map(server -> CompletableFuture.runAsync(server::close, context.schedule().workers()))
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(closing).get(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      log.warn("Not every MCP server could be closed within {} s", CLOSE_TIMEOUT.toSeconds(), e);
    }
  }
}
