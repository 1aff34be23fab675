package io.mcpbridge.catalog;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The servers of a catalogue by name, in their order, and the door to them. Free of locks; they are
 * changed by {@link ServerChanges}.
 */
final class Servers {

  private final ServerNames names;
  private volatile Map<String, ManagedServer> all = Map.of();
  private volatile boolean started;

  /**
   * @param names to which those of all servers are added
   */
  Servers(ServerNames names) {
    this.names = names;
  }

  /** The names of these, and of others that were there. */
  ServerNames names() {
    return names;
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

  /** The same where the work is over when the future is completed. */
  <T> CompletableFuture<T> duringAsync(
      String name, Function<ManagedServer, CompletableFuture<T>> work, Supplier<T> otherwise) {
    ManagedServer server = begin(name);
    if (server == null) {
      return CompletableFuture.completedFuture(otherwise.get());
    }
    CompletableFuture<T> result;
    try {
      result = work.apply(server);
    } catch (RuntimeException | Error e) {
      server.underWay().end();
      throw e;
    }
    return result.whenComplete((done, failure) -> server.underWay().end());
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
    if (started) {
      used.forEach(ManagedServer::used);
    }
  }

  /** The catalogue is started, so that servers are as well when they are added or used. */
  void nowStarted() {
    started = true;
  }

  boolean areStarted() {
    return started;
  }

  /** These are the servers from now on. */
  void become(Map<String, ManagedServer> others) {
    others.keySet().forEach(names::add);
    all = Collections.unmodifiableMap(others);
  }

  /** A copy, by name and in their order. */
  Map<String, ManagedServer> copy() {
    return new LinkedHashMap<>(all);
  }
}
