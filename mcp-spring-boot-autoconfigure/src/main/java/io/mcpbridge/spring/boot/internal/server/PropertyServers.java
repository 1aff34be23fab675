package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.transport.Transport;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The servers that the properties added to the catalog. Identified by their transports: the
 * application or a file may have replaced one.
 */
public final class PropertyServers {

  private final Map<String, PropertyServer> servers = new ConcurrentHashMap<>();

  /** The servers with {@code per-user}, which are in the users' catalogs. */
  private volatile Map<String, ServerEntry> userServers = Map.of();

  private record PropertyServer(ServerEntry entry, Transport transport) {}

  public void setUserServers(List<ServerEntry> entries) {
    userServers = entries.stream().collect(Collectors.toMap(ServerEntry::name, entry -> entry));
  }

  public void put(ServerEntry entry, Transport transport) {
    servers.put(entry.name(), new PropertyServer(entry, transport));
  }

  /** Updates the entry of a server and keeps its transport. */
  public void update(ServerEntry entry) {
    servers.computeIfPresent(
        entry.name(),
        (name, propertyServer) -> new PropertyServer(entry, propertyServer.transport));
  }

  public void remove(String name) {
    servers.remove(name);
  }

  public Set<String> names() {
    return Set.copyOf(servers.keySet());
  }

  /** The entry; {@code null} if there is none. */
  public @Nullable ServerEntry entry(String name) {
    PropertyServer propertyServer = servers.get(name);
    return propertyServer == null ? null : propertyServer.entry;
  }

  /** Whether the server of that name in the catalog was added by the properties. */
  public boolean isInCatalog(String name, ToolCatalog catalog) {
    PropertyServer propertyServer = servers.get(name);
    return propertyServer != null && catalog.transport(name) == propertyServer.transport;
  }

  /**
   * The keys of the tool context that a server gets: of the one in the catalog, or else of the one
   * in the users' catalogs.
   */
  public List<String> toolContextMeta(String name, ToolCatalog catalog) {
    ServerEntry entry = isInCatalog(name, catalog) ? entry(name) : null;
    if (catalog.transport(name) == null) {
      entry = userServers.get(name);
    }
    return entry == null ? List.of() : entry.toolContextMeta();
  }
}
