package io.mcpbridge.catalog;

import io.mcpbridge.error.ServersWords;
import io.mcpbridge.transport.Transport;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers of a catalogue by name, in their order, which may change while it runs. Looking is
 * free of locks; changing does no I/O: what has to be done to servers is done in the background.
 */
final class Servers {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final Maker maker;
  private final Surroundings around;
  private final ReentrantLock changing = new ReentrantLock();
  private volatile Map<String, ManagedServer> all = Map.of();
  private final Set<ManagedServer> leaving = ConcurrentHashMap.newKeySet();
  private boolean started;
  private boolean closed;

  Servers(Maker maker, Surroundings around) {
    this.maker = maker;
    this.around = around;
  }

  /** Makes a server that is not started. */
  @FunctionalInterface
  interface Maker {

    /**
     * @param before what has stood for the server until now, whose history goes on
     */
    ManagedServer make(
        String name,
        Transport transport,
        ServerOptions options,
        @Nullable String disabledBy,
        @Nullable ManagedServer before);
  }

  /** Waits for servers. */
  @FunctionalInterface
  interface Wait {

    /** Whether what is waited for happened in time. */
    boolean on(ManagedServer server) throws InterruptedException;
  }

  /** Waits for one server after the other, and again where another one stands for it meanwhile. */
  boolean await(Wait wait) throws InterruptedException {
    Collection<ManagedServer> waitedFor;
    do {
      waitedFor = all();
      for (ManagedServer server : waitedFor) {
        if (!wait.on(server)) {
          return false;
        }
      }
    } while (!List.copyOf(waitedFor).equals(List.copyOf(all())));
    return true;
  }

  Collection<ManagedServer> all() {
    return all.values();
  }

  @Nullable ManagedServer find(String name) {
    return all.get(name);
  }

  /**
   * Does something with the server of that name, whichever stands there, if it may be used: the one
   * door to servers for calls and everything else. It is not closed before the work is over, or has
   * taken too long.
   *
   * @param otherwise what to do where there is none, it is disabled, or the catalogue is closed
   */
  <T> T during(String name, Function<ManagedServer, T> work, Supplier<T> otherwise) {
    ManagedServer server = begin(name);
    if (server == null) {
      return otherwise.get();
    }
    try {
      return work.apply(server);
    } finally {
      server.underWay().end();
    }
  }

  private @Nullable ManagedServer begin(String name) {
    ManagedServer server = find(name);
    while (server != null && !server.underWay().begin()) {
      ManagedServer next = find(name);
      server = next == server ? null : next; // perhaps one that stands for it since just now
    }
    return server;
  }

  /**
   * Does something with the server of that name for the application; starts it if need be.
   *
   * @throws IllegalArgumentException if there is none
   * @throws IllegalStateException if it is disabled, the message says by whom; or if the catalogue
   *     is closed
   */
  <T> T during(String name, Function<ManagedServer, T> work) {
    use(name);
    return during(
        name,
        work,
        () -> {
          String by = get(name).disabledBy();
          throw new IllegalStateException(
              by == null
                  ? "the catalogue is closed"
                  : "the server \"" + name + "\" is disabled by " + by);
        });
  }

  /**
   * The same where nothing is to be done with one that may not be used.
   *
   * @throws IllegalArgumentException if there is none
   */
  void ifUsable(String name, Consumer<ManagedServer> work) {
    get(name);
    ifStillUsable(name, work);
  }

  /** The same for a server that was there a moment ago. */
  void ifStillUsable(String name, Consumer<ManagedServer> work) {
    during(
        name,
        server -> {
          work.accept(server);
          return true;
        },
        () -> false);
  }

  /**
   * The server of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  ManagedServer get(String name) {
    ManagedServer server = all.get(name);
    if (server == null) {
      throw new IllegalArgumentException(
          "there is no server \"" + name + "\"; there are " + all.keySet());
    }
    return server;
  }

  void start() {
    changing.lock();
    try {
      if (!closed) {
        started = true;
        all().forEach(ManagedServer::start);
      }
    } finally {
      changing.unlock();
    }
  }

  /** Starts it, if the catalogue was started, although nobody has asked for the list of tools. */
  void use(String name) {
    use(List.of(get(name)));
  }

  /** The names of all that are not disabled, each started as by {@link #use(String)}. */
  List<String> useAll() {
    List<ManagedServer> enabled =
        all().stream().filter(server -> server.disabledBy() == null).toList();
    use(enabled);
    return enabled.stream().map(ManagedServer::name).toList();
  }

  private void use(List<ManagedServer> used) {
    changing.lock();
    try {
      if (started && !closed) {
        used.forEach(ManagedServer::used);
      }
    } finally {
      changing.unlock();
    }
  }

  void add(String name, Transport transport, ServerOptions options) {
    change(
        () -> {
          if (all.containsKey(name)) {
            throw new IllegalArgumentException("there are two servers named \"" + name + "\"");
          }
          ManagedServer server = maker.make(name, transport, options, null, null);
          publish(server);
          begin(server);
        });
  }

  void replace(String name, Transport transport, ServerOptions options) {
    change(
        () -> {
          ManagedServer before = get(name);
          succeed(before, maker.make(name, transport, options, before.disabledBy(), before));
          log.info("MCP server \"{}\" is replaced: {}", name, transport.address());
        });
  }

  void disable(String name, String by) {
    change(() -> disable(get(name), by));
  }

  void disableAll(String by) {
    change(() -> all().forEach(server -> disable(server, by)));
  }

  private void disable(ManagedServer server, String by) {
    if (server.disabledBy() == null) {
      makeAnew(server, by);
      log.info("MCP server \"{}\" is disabled by {}", server.name(), ServersWords.line(by));
    }
  }

  void enable(String name) {
    change(() -> enable(get(name)));
  }

  void enableAll(String by) {
    change(
        () ->
            all().stream().filter(server -> by.equals(server.disabledBy())).forEach(this::enable));
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
        maker.make(server.name(), server.transport(), server.options(), disabledBy, server));
  }

  void remove(String name) {
    change(
        () -> {
          ManagedServer before = get(name);
          Map<String, ManagedServer> others = new LinkedHashMap<>(all);
          others.remove(name);
          all = Collections.unmodifiableMap(others);
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
        throw new IllegalStateException("the catalogue is closed");
      }
      change.run();
    } finally {
      changing.unlock();
    }
  }

  private void succeed(ManagedServer before, ManagedServer next) {
    next.takeOver(before);
    publish(next); // first, so that whoever finds that the one before takes no calls finds this one
    before.giveWay(next);
    begin(next);
    closeInTheBackground(before);
  }

  private void publish(ManagedServer server) {
    Map<String, ManagedServer> changed = new LinkedHashMap<>(all);
    changed.put(server.name(), server);
    all = Collections.unmodifiableMap(changed);
  }

  private void begin(ManagedServer server) {
    server.tellIfDisabled();
    around.toolsReplaced().accept(server.history());
    if (started) {
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

  /** No more changes; all that have to be closed, those included that are about to be. */
  Collection<ManagedServer> close() {
    changing.lock();
    try {
      closed = true;
      Set<ManagedServer> open = ConcurrentHashMap.newKeySet();
      open.addAll(all());
      open.addAll(leaving);
      return open;
    } finally {
      changing.unlock();
    }
  }
}
