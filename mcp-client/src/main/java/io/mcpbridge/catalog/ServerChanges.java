package io.mcpbridge.catalog;

import io.mcpbridge.error.ServerText;
import io.mcpbridge.transport.Transport;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds, replaces, updates and removes servers of a running catalog. Does no I/O on the calling
 * thread; servers are started and closed in the background.
 */
final class ServerChanges {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final ServerRegistry servers;
  private final ServerFactory serverFactory;
  private final CatalogContext around;
  private final ReentrantLock changing = new ReentrantLock();
  private final Set<ManagedServer> leaving = ConcurrentHashMap.newKeySet();
  private boolean closed;

  ServerChanges(ServerRegistry servers, ServerFactory serverFactory, CatalogContext around) {
    this.servers = servers;
    this.serverFactory = serverFactory;
    this.around = around;
  }

  /** Creates a server without starting it. */
  @FunctionalInterface
  interface ServerFactory {

    /**
     * @param before the predecessor, whose history continues
     */
    ManagedServer make(
        String name,
        Transport transport,
        ServerOptions options,
        @Nullable String disabledBy,
        @Nullable ManagedServer before);
  }

  void start() {
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

  void add(String name, Transport transport, ServerOptions options) {
    change(
        () -> {
          if (servers.find(name) != null) {
            throw new IllegalArgumentException("there are two servers named \"" + name + "\"");
          }
          ManagedServer server = serverFactory.make(name, transport, options, null, null);
          publish(server);
          begin(server);
        });
  }

  void replace(String name, Transport transport, ServerOptions options) {
    change(
        () -> {
          ManagedServer before = servers.get(name);
          if (before.transport() == transport) {
            update(before, options);
            return;
          }
          succeed(
              before, serverFactory.make(name, transport, options, before.disabledBy(), before));
          log.info("MCP server \"{}\" is replaced: {}", name, transport.address());
        });
  }

  /** Applies other options; keeps the connection if the protocol version stays the same. */
  void update(String name, ServerOptions options) {
    change(() -> update(servers.get(name), options));
  }

  private void update(ManagedServer server, ServerOptions options) {
    if (options.equals(server.options())) {
      return;
    }
    if (Objects.equals(options.protocolVersion(), server.options().protocolVersion())) {
      server.become(options);
      around.toolsReplaced().accept(server.history());
      if (servers.areStarted()) {
        server.start();
      }
    } else {
      succeed(
          server,
          serverFactory.make(
              server.name(), server.transport(), options, server.disabledBy(), server));
    }
    log.info("MCP server \"{}\" has new options", server.name());
  }

  void disable(String name, String by) {
    change(() -> disable(servers.get(name), by));
  }

  /** For a caller that logs the reason itself. */
  void disableUnlogged(String name, String by) {
    change(() -> disableIfEnabled(servers.get(name), by));
  }

  void disableAll(String by) {
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
    makeAnew(server, by);
    return true;
  }

  void enable(String name) {
    change(() -> enable(servers.get(name)));
  }

  void enableAll(String by) {
    change(
        () ->
            servers.all().stream()
                .filter(server -> by.equals(server.disabledBy()))
                .forEach(this::enable));
  }

  private void enable(ManagedServer server) {
    if (server.disabledBy() != null) {
      makeAnew(server, null);
      log.info("MCP server \"{}\" is enabled", server.name());
    }
  }

  private void makeAnew(ManagedServer server, @Nullable String disabledBy) {
    succeed(
        server,
        serverFactory.make(
            server.name(), server.transport(), server.options(), disabledBy, server));
  }

  void remove(String name) {
    change(
        () -> {
          ManagedServer before = servers.get(name);
          Map<String, ManagedServer> others = servers.copy();
          others.remove(name);
          servers.become(others);
          around.toolsReplaced().accept(before.history());
          before.leave();
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

  private void succeed(ManagedServer before, ManagedServer next) {
    next.takeOver(before);
    publish(next); // first: a caller whom the predecessor refuses then finds this one
    before.giveWay(next);
    begin(next);
    closeInTheBackground(before);
  }

  private void publish(ManagedServer server) {
    Map<String, ManagedServer> changed = servers.copy();
    changed.put(server.name(), server);
    servers.become(changed);
  }

  private void begin(ManagedServer server) {
    server.tellIfDisabled();
    around.toolsReplaced().accept(server.history());
    if (servers.areStarted()) {
      server.start();
    }
  }

  private void closeInTheBackground(ManagedServer server) {
    leaving.add(server);
    around
        .schedule()
        .now(
            () -> {
              server.closeWhenIdle();
              leaving.remove(server);
            });
  }

  /** Ends changes; returns all servers to close, including those about to be closed. */
  Collection<ManagedServer> close() {
    changing.lock();
    try {
      closed = true;
      Set<ManagedServer> open = ConcurrentHashMap.newKeySet();
      open.addAll(servers.all());
      open.addAll(leaving);
      return open;
    } finally {
      changing.unlock();
    }
  }
}
