package io.mcpbridge.spring.boot.catalog;

import static io.mcpbridge.spring.boot.configuration.ServerPropertyNames.OF_CLIENT;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.UserCatalogs;
import io.mcpbridge.catalog.server.CallerContext;
import io.mcpbridge.catalog.server.CallerContext.ContextSnapshot;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.spring.boot.McpClientProperties;
import io.mcpbridge.spring.boot.configuration.ServerPropertyNames;
import io.mcpbridge.spring.boot.server.ServerEntry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tools of the servers with {@code per-user}, for the user who is signed in on the calling
 * thread. The first request of a user waits for their servers ({@code
 * mcp.client.users.initial-timeout}), and so does each request while one of these servers needs the
 * user's authorization. All others return the tools in memory, as does each request on a thread
 * that must not block. Thread-safe; a bean.
 */
public final class UserToolCatalogs implements Supplier<@Nullable ToolSet>, AutoCloseable {

  private final CallerContext caller;
  private final @Nullable UserCatalogs<User> catalogs;
  private final Duration initialTimeout;
  private final Runnable wanted;
  private final Set<String> names;

  /** The key of a user's catalog; equal for all sessions of a user. */
  private record User(Object who, ContextSnapshot captured) {

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof User user && who.equals(user.who);
    }

    @Override
    public int hashCode() {
      return who.hashCode();
    }

    @Override
    public String toString() {
      return who.toString();
    }
  }

  /**
   * @param callers supply the current user
   * @param wanted called on the thread of each caller that asks for tools
   */
  public UserToolCatalogs(
      CatalogFactory parts,
      McpClientProperties.Users settings,
      List<CallerContext> callers,
      Runnable wanted) {
    this.wanted = wanted;
    List<ServerEntry> servers = parts.servers(true);
    this.initialTimeout = OF_CLIENT.notNegative("users.initial-timeout", settings.initialTimeout());
    this.names = servers.stream().map(ServerEntry::name).collect(Collectors.toUnmodifiableSet());
    this.caller = CallerContext.all(callers);
    if (callers.isEmpty() && !servers.isEmpty()) {
      ServerPropertyNames names = ServerPropertyNames.ofServer(servers.get(0).name());
      throw names.invalid(
          names.of("per-user") + " is set, but no bean identifies the user.",
          "Add Spring Security or a bean of the type CallerContext, or leave 'per-user' out.");
    }
    if (!servers.isEmpty()) { // reports invalid properties at startup, not to a user
      parts.check();
      servers.forEach(ServerEntry::transport);
    }
    this.catalogs =
        servers.isEmpty()
            ? null
            : UserCatalogs.<User>builder(user -> catalog(parts, servers, user))
                .maxCatalogs(OF_CLIENT.atLeastOne("users.max", settings.max()))
                .idleTime(OF_CLIENT.positive("users.idle-time", settings.idleTime()))
                .initialTimeout(initialTimeout)
                .build();
  }

  private static ToolCatalog catalog(CatalogFactory parts, List<ServerEntry> servers, User user) {
    return parts.catalog(
        servers.stream().map(server -> server.ofUser(user.captured)).toList(),
        (server, transport) -> {});
  }

  /**
   * The tools of the user on this thread.
   *
   * @return {@code null} if no user is signed in, or no server is per user
   */
  @Override
  public @Nullable ToolSet get() {
    wanted.run();
    if (catalogs == null) {
      return null;
    }
    ContextSnapshot captured = caller.capture();
    Object who = captured.user();
    if (who == null) {
      return null;
    }
    Duration wait = EventLoopGuard.mayBlock() ? initialTimeout : Duration.ZERO;
    ToolCatalog catalog = catalogs.of(new User(who, captured), wait);
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

  /** The names of the servers with {@code per-user}. */
  public Set<String> names() {
    return names;
  }

  /** Closes the catalog of the user on this thread, if the server is one of its servers. */
  void closeIfOwned(String server) {
    if (catalogs != null && names.contains(server)) {
      ContextSnapshot captured = caller.capture();
      Object who = captured.user();
      if (who != null) {
        catalogs.end(new User(who, captured));
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
