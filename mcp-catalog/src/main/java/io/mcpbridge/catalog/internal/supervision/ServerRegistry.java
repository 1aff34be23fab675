package io.mcpbridge.catalog.internal.supervision;

import io.mcpbridge.catalog.server.ServerNames;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The servers of a catalog by name, in order, and the only access to them. Lock-free; {@link
 * ServerChanges} modifies them.
 */
public final class ServerRegistry {

  private final ServerNames names;
  private volatile Map<String, ManagedServer> all = Map.of();
  private volatile boolean started;

  /**
   * @param names receives the names of all servers
   */
  public ServerRegistry(ServerNames names) {
    this.names = names;
  }

  /** The names of these and of former servers. */
  ServerNames names() {
    return names;
  }

  /** A wait for one server. */
  @FunctionalInterface
  public interface Wait {

    /** Whether the condition was met in time. */
    boolean on(ManagedServer server) throws InterruptedException;
  }

  /** Waits for each server in turn, and again for a server that is replaced meanwhile. */
  public boolean await(Wait wait) throws InterruptedException {
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

  public Collection<ManagedServer> all() {
    return all.values();
  }

  public @Nullable ManagedServer find(String name) {
    return all.get(name);
  }

  /**
   * Uses the server of that name, or its replacement, if it may be used: calls and all other
   * operations go through here. The server is not closed before the work ends or exceeds its time.
   *
   * @param otherwise runs if there is no such server, it is disabled, or the catalog is closed
   */
  public <T> T during(String name, Function<ManagedServer, T> work, Supplier<T> otherwise) {
    ManagedServer server = begin(name);
    if (server == null) {
      return otherwise.get();
    }
    try {
      return work.apply(server);
    } finally {
      server.lifecycle().end();
    }
  }

  /**
   * Registers a use of the server of that name, or of its replacement. The caller must then end it
   * ({@link io.mcpbridge.catalog.internal.state.ServerLifecycle#end}).
   *
   * @return {@code null} if there is no such server, it is disabled, or the catalog is closed
   */
  public @Nullable ManagedServer begin(String name) {
    ManagedServer server = find(name);
    while (server != null && !server.lifecycle().begin()) {
      ManagedServer next = find(name);
      server = next == server ? null : next; // perhaps it was replaced just now
    }
    return server;
  }

  /**
   * Uses the server of that name for the application; starts it if necessary.
   *
   * @throws IllegalArgumentException if there is no such server
   * @throws IllegalStateException if the server is disabled (the message says by whom) or the
   *     catalog is closed
   */
  public <T> T during(String name, Function<ManagedServer, T> work) {
    use(name);
    return during(
        name,
        work,
        () -> {
          String by = get(name).disabledBy();
          throw new IllegalStateException(
              by == null
                  ? "the catalog is closed"
                  : "the server \"" + name + "\" is disabled by " + by);
        });
  }

  /**
   * Uses the server of that name; does nothing if it may not be used.
   *
   * @throws IllegalArgumentException if there is no such server
   */
  public void ifUsable(String name, Consumer<ManagedServer> work) {
    get(name);
    ifStillUsable(name, work);
  }

  /** As {@link #ifUsable}, but also does nothing if the server was removed. */
  public void ifStillUsable(String name, Consumer<ManagedServer> work) {
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
   * @throws IllegalArgumentException if there is no such server
   */
  public ManagedServer get(String name) {
    ManagedServer server = all.get(name);
    if (server == null) {
      throw new IllegalArgumentException(
          "unknown server \"" + name + "\"; known servers: " + all.keySet());
    }
    return server;
  }

  /** Starts the server without a request for the tool list, if the catalog was started. */
  public void use(String name) {
    use(List.of(get(name)));
  }

  /** The names of all servers that are not disabled; starts each as {@link #use(String)} does. */
  public List<String> useAll() {
    List<ManagedServer> enabled =
        all().stream().filter(server -> server.disabledBy() == null).toList();
    use(enabled);
    return enabled.stream().map(ManagedServer::name).toList();
  }

  private void use(List<ManagedServer> used) {
    if (started) {
      used.forEach(ManagedServer::used);
    }
  }

  /** Marks the catalog as started: from now on, servers start when they are added or used. */
  void nowStarted() {
    started = true;
  }

  public boolean areStarted() {
    return started;
  }

  /** Replaces all servers. */
  public void replaceAll(Map<String, ManagedServer> servers) {
    servers.keySet().forEach(names::add);
    all = Collections.unmodifiableMap(servers);
  }

  /** A copy, by name and in order. */
  Map<String, ManagedServer> copy() {
    return new LinkedHashMap<>(all);
  }
}
