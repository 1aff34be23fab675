package io.mcpbridge.spring.boot;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.transport.Transport;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The servers that the properties have given to the catalogue. Known there by their transports: the
 * application, or a file, may have put another server in the place of one.
 */
final class GivenServers {

  private final Map<String, Given> servers = new ConcurrentHashMap<>();

  /** Those of which each user has their own, in a catalogue that only they use. */
  private final Map<String, ServerEntry> toUsers = new ConcurrentHashMap<>();

  private record Given(ServerEntry entry, Transport transport) {}

  void toUsers(List<ServerEntry> entries) {
    entries.forEach(entry -> toUsers.put(entry.name(), entry));
  }

  void put(ServerEntry entry, Transport transport) {
    servers.put(entry.name(), new Given(entry, transport));
  }

  /** What the properties say of it now, although it is not there any more. */
  void say(ServerEntry entry) {
    servers.computeIfPresent(entry.name(), (name, given) -> new Given(entry, given.transport));
  }

  /** Other settings for a program that goes on, from its next start on. */
  void restartWith(ServerEntry entry) {
    Given given = servers.get(entry.name());
    if (given != null && given.transport instanceof ProgramTransport program) {
      program.become(entry.transport());
    }
  }

  void remove(String name) {
    servers.remove(name);
  }

  Set<String> names() {
    return Set.copyOf(servers.keySet());
  }

  /** What the properties said when it was given; {@code null} if it was not. */
  @Nullable ServerEntry entry(String name) {
    Given given = servers.get(name);
    return given == null ? null : given.entry;
  }

  /** Whether the server of that name in the catalogue is the one that was given. */
  boolean isThere(String name, ToolCatalog catalog) {
    Given given = servers.get(name);
    return given != null && catalog.transport(name) == given.transport;
  }

  /**
   * What of the tool context the server of that name gets that is in the catalogue now, or if none
   * is, in those of users.
   */
  List<String> toolContextMeta(String name, ToolCatalog catalog) {
    ServerEntry entry = isThere(name, catalog) ? entry(name) : null;
    if (catalog.transport(name) == null) {
      entry = toUsers.get(name);
    }
    return entry == null ? List.of() : entry.toolContextMeta();
  }
}
