package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.CallerContext;
import io.mcpbridge.catalog.CallerContext.Captured;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolSet;
import io.mcpbridge.catalog.UserCatalogs;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tools of the servers with {@code per-user}, for whoever is signed in on the calling thread.
 * The first request of a user waits for their servers ({@code mcp.client.users.first-wait}), all
 * others are answered from memory. Thread-safe; a bean.
 */
public final class UserTools implements Supplier<@Nullable ToolSet>, AutoCloseable {

  private final CallerContext caller;
  private final @Nullable UserCatalogs<User> catalogs;

  /** Whoever it is, signed in once or again. */
  private record User(Object who, Captured captured) {

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof User user && who.equals(user.who);
    }

    @Override
    public int hashCode() {
      return who.hashCode();
    }
  }

  /**
   * @param caller who knows users; {@code null} if nobody does
   */
  UserTools(
      CatalogParts parts, McpClientProperties.Users settings, @Nullable CallerContext caller) {
    List<ServerEntry> servers = parts.servers(true);
    if (caller == null) {
      if (!servers.isEmpty()) {
        throw ServerPropertyNames.ofServer(servers.get(0).name())
            .invalid(
                "The server \"" + servers.get(0).name() + "\" is per-user, and nobody knows users.",
                "Add Spring Security or a bean of the type CallerContext, or leave 'per-user' out.");
      }
      this.caller = () -> CallerContext.NOTHING;
    } else {
      this.caller = caller;
    }
    servers.forEach(ServerEntry::transport); // what cannot be meant is said now, and not to a user
    this.catalogs =
        servers.isEmpty()
            ? null
            : UserCatalogs.<User>builder(user -> catalog(parts, servers, user))
                .maxCatalogs(settings.max())
                .idleTime(settings.idleTime())
                .firstWait(settings.firstWait())
                .build();
  }

  private static ToolCatalog catalog(CatalogParts parts, List<ServerEntry> servers, User user) {
    return parts.catalog(servers.stream().map(server -> server.ofUser(user.captured)).toList());
  }

  /**
   * The tools of the user on this thread.
   *
   * @return {@code null} if nobody is signed in, or no server is per user
   */
  @Override
  public @Nullable ToolSet get() {
    if (catalogs == null) {
      return null;
    }
    Captured captured = caller.capture();
    Object who = captured.user();
    return who == null ? null : catalogs.of(new User(who, captured));
  }

  /** Closes all of them, in bounded time. */
  @Override
  public void close() {
    if (catalogs != null) {
      catalogs.close();
    }
  }
}
