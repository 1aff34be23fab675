package io.mcpbridge.spring.boot.internal.catalog;

import static io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames.OF_CLIENT;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolCatalogBuilder;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.UserCatalogs;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.context.ThreadContextProvider;
import io.mcpbridge.context.ThreadContextProvider.ContextSnapshot;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.internal.configuration.InvalidMcpConfigurationException;
import io.mcpbridge.spring.boot.internal.configuration.ServerPropertyNames;
import io.mcpbridge.spring.boot.internal.server.ServerEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tools of the servers with {@code per-user}, for the user who is signed in on the calling
 * thread. The first request of a user waits for their servers ({@code
 * mcp.client.users.initial-timeout}), and so does each request while one of these servers needs the
 * user's authorization. All others return the tools in memory, as does each request on a thread
 * that must not block. Thread-safe; a bean.
 */
public final class UserToolCatalogs implements Supplier<@Nullable ToolSet>, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(UserToolCatalogs.class);

  private final CatalogFactory factory;
  private final ThreadContextProvider caller;
  private final @Nullable UserCatalogs<User> catalogs;
  private final Duration initialTimeout;
  private final Runnable onRequest;

  /** By name; replaced as a whole. */
  private volatile Map<String, ServerEntry> entries;

  /** The key of a user's catalog; equal for all sessions of a user. */
  private record User(Object principal, ContextSnapshot captured) {

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof User user && principal.equals(user.principal);
    }

    @Override
    public int hashCode() {
      return principal.hashCode();
    }

    @Override
    public String toString() {
      return principal.toString();
    }
  }

  /**
   * @param callers supply the current user
   * @param onRequest called on the thread of each caller that asks for tools
   */
  public UserToolCatalogs(
      CatalogFactory factory,
      McpClientProperties.Users settings,
      List<ThreadContextProvider> callers,
      Runnable onRequest) {
    this.factory = factory;
    this.onRequest = onRequest;
    List<ServerEntry> servers = factory.servers(true);
    this.initialTimeout = OF_CLIENT.notNegative("users.initial-timeout", settings.initialTimeout());
    this.entries = byName(servers);
    this.caller = ThreadContextProvider.all(callers);
    if (callers.isEmpty() && !servers.isEmpty()) {
      ServerPropertyNames names = ServerPropertyNames.ofServer(servers.get(0).name());
      throw new InvalidMcpConfigurationException(
          names.of("per-user") + " is set, but no bean identifies the user.",
          "Add Spring Security or a bean of the type ThreadContextProvider, or leave 'per-user'"
              + " out.");
    }
    if (!servers.isEmpty()) { // reports invalid properties at startup, not to a user
      factory.check();
      servers.forEach(ServerEntry::transport);
    }
    this.catalogs =
        servers.isEmpty()
            ? null
            : UserCatalogs.<User>builder(this::catalog)
                .maxCatalogs(OF_CLIENT.atLeastOne("users.max", settings.max()))
                .idleTime(OF_CLIENT.positive("users.idle-time", settings.idleTime()))
                .initialTimeout(initialTimeout)
                .build();
  }

  private static Map<String, ServerEntry> byName(List<ServerEntry> servers) {
    Map<String, ServerEntry> entries = new LinkedHashMap<>();
    servers.forEach(server -> entries.put(server.name(), server));
    return Collections.unmodifiableMap(entries);
  }

  private ToolCatalogBuilder catalog(User user) {
    return factory.ofUser(
        user.principal,
        entries.values().stream().map(server -> server.ofUser(user.captured)).toList());
  }

  /**
   * Applies changed entries to the catalogs of all users, as a reload does to the catalog of the
   * application. Users who are not connected get them with their next request.
   */
  void update(List<ServerEntry> changed) {
    Map<String, ServerEntry> before = entries;
    Map<String, ServerEntry> after = byName(changed.stream().map(factory::sharing).toList());
    if (catalogs == null) {
      if (!after.isEmpty()) {
        log.warn(
            "The MCP servers {} have per-user only after a restart: no server had it at startup",
            after.keySet());
      }
      return;
    }
    entries = after;
    catalogs.open().forEach((user, catalog) -> update(user, catalog, before, after));
  }

  private static void update(
      User user,
      ToolCatalog catalog,
      Map<String, ServerEntry> before,
      Map<String, ServerEntry> after) {
    for (String name : before.keySet()) {
      if (!after.containsKey(name)) {
        PropertyServersReload.applyOrLog("\"" + name + "\" of a user", () -> catalog.remove(name));
      }
    }
    after.forEach(
        (name, server) -> {
          ServerEntry previous = before.get(name);
          if (!server.isLike(previous)) {
            PropertyServersReload.applyOrLog(
                "\"" + name + "\" of a user",
                () -> change(catalog, previous, server.ofUser(user.captured)));
          }
        });
  }

  private static void change(
      ToolCatalog catalog, @Nullable ServerEntry previous, ServerEntry server) {
    if (previous == null) {
      catalog.add(server.name(), server.transport(), server.options());
    } else if (server.connectsLike(previous)) {
      catalog.update(server.name(), server.options());
    } else {
      catalog.replace(server.name(), server.transport(), server.options());
    }
  }

  /**
   * The tools of the user on this thread.
   *
   * @return {@code null} if no user is signed in, or no server is per user
   */
  @Override
  public @Nullable ToolSet get() {
    onRequest.run();
    if (catalogs == null) {
      return null;
    }
    ContextSnapshot captured = caller.capture();
    Object principal = captured.user();
    if (principal == null) {
      return null;
    }
    Duration wait = EventLoopGuard.mayBlock() ? initialTimeout : Duration.ZERO;
    ToolCatalog catalog = catalogs.of(new User(principal, captured), wait);
    List<String> waiting =
        catalog.servers().stream()
            .filter(server -> server.state() == ServerState.NEEDS_AUTHORIZATION)
            .map(ServerStatus::name)
            .toList();
    if (!waiting.isEmpty()) { // the user may have given permission meanwhile
      catalog.refresh(waiting, wait);
    }
    return catalog;
  }

  /** As {@link #get}, without waiting for servers: for user interfaces that show their state. */
  public @Nullable ToolCatalog getNow() {
    ContextSnapshot captured = caller.capture();
    Object principal = captured.user();
    return catalogs == null || principal == null
        ? null
        : catalogs.of(new User(principal, captured), Duration.ZERO);
  }

  /** The names of the servers with {@code per-user}. */
  public Set<String> names() {
    return entries.keySet();
  }

  /**
   * The state of each server for each user who is connected now, by the name of the server. A
   * server that no user has used has no states.
   */
  public Map<String, List<ServerStatus>> servers() {
    Map<String, List<ServerStatus>> servers = new TreeMap<>();
    names().forEach(name -> servers.put(name, new ArrayList<>()));
    if (catalogs != null) {
      for (ToolCatalog catalog : catalogs.open().values()) {
        for (ServerStatus server : catalog.servers()) {
          servers.computeIfAbsent(server.name(), name -> new ArrayList<>()).add(server);
        }
      }
    }
    return servers;
  }

  /** For each server, how many users who are connected now have which state. */
  public Map<String, Map<ServerState, Integer>> stateCounts() {
    Map<String, Map<ServerState, Integer>> counts = new LinkedHashMap<>();
    servers()
        .forEach(
            (name, statuses) -> {
              Map<ServerState, Integer> ofServer = new EnumMap<>(ServerState.class);
              statuses.forEach(status -> ofServer.merge(status.state(), 1, Integer::sum));
              counts.put(name, ofServer);
            });
    return counts;
  }

  /** The states of each user's servers, of all users who are connected now. */
  public Map<String, List<ServerStatus>> byUser() {
    Map<String, List<ServerStatus>> statuses = new TreeMap<>();
    if (catalogs != null) {
      catalogs.open().forEach((user, catalog) -> statuses.put(user.toString(), catalog.servers()));
    }
    return statuses;
  }

  /**
   * Closes the sessions and event streams that were opened with the token of the user on this
   * thread, who has signed out. Calls of other users in flight complete.
   *
   * @param common the catalog of all users, if its tools were listed with this token
   */
  public void signedOut(String server, @Nullable ToolCatalog common) {
    closeIfOwned(server);
    if (common != null) {
      try {
        common.restart(server);
      } catch (IllegalArgumentException | IllegalStateException e) {
        // removed or disabled meanwhile
      }
    }
  }

  /** Closes the catalog of the user on this thread, if the server is one of its servers. */
  private void closeIfOwned(String server) {
    if (catalogs != null && entries.containsKey(server)) {
      ContextSnapshot captured = caller.capture();
      Object principal = captured.user();
      if (principal != null) {
        catalogs.end(new User(principal, captured));
      }
    }
  }

  /** Closes all catalogs of users in bounded time. */
  @Override
  public void close() {
    if (catalogs != null) {
      catalogs.close();
    }
  }
}
