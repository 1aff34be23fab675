package io.mcpbridge.catalog.internal.call;

import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerNames;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.ToolNameResolver;
import io.mcpbridge.internal.text.ServerText;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Answers a model that called an unknown tool, in a sentence or two about the tools that exist. */
public final class UnknownToolMessage {

  /** The advice where no name is similar. */
  public static final String USE_ANOTHER = "Use a name from the list of tools.";

  /** The answer if the other tools are unknown. */
  public static final String AMONG_OTHERS = "There is no such tool. " + USE_ANOTHER;

  /** The answer if there are no other tools. */
  public static final String NOR_OTHERS = "There is no such tool. Go on without tools.";

  private static final int MAX_NAME_LENGTH = 100;
  private static final int MAX_SERVERS = 10;

  private final String written;
  private final CatalogSnapshot snapshot;
  private final List<ServerStatus> servers;

  /**
   * @param written the name that the model used
   * @param servers the status of the servers whose tools it may use
   */
  UnknownToolMessage(String written, CatalogSnapshot snapshot, List<ServerStatus> servers) {
    this.written = written;
    this.snapshot = snapshot;
    this.servers = servers;
  }

  String sentences() {
    Set<String> owners = ServerNames.owners(List.of(snapshot.serverNames()), start(written));
    String away = serverIsAway(written, owners, servers);
    if (away != null) {
      return away;
    }
    String missing = "There is no tool named " + name();
    ServerStatus server = longest(owners, servers);
    if (snapshot.tools().isEmpty()) {
      return servers.stream().allMatch(UnknownToolMessage::isAbsent)
          ? missing + ": no server is connected at present. Go on without tools or try later."
          : missing + ": the connected servers have no tools. Go on without tools.";
    }
    if (server != null) {
      return "The server "
          + server.name()
          + " has no tool named "
          + name()
          + ". "
          + offered(snapshot.toolNameResolver().nearest(written, server.name()), offeredBy(server));
    }
    int all = snapshot.tools().size();
    List<String> near =
        all <= ToolNameResolver.MAX_SUGGESTIONS
            ? snapshot.tools().stream().map(CatalogTool::modelName).toList()
            : snapshot.toolNameResolver().nearest(written);
    return missing + ". " + offered(near, all);
  }

  /**
   * The answer to a model that uses the prefix of a server without tools, because the server is
   * disabled, not connected or not one of these.
   *
   * @param names all present and former servers
   * @param servers the status of the servers whose tools it may use
   * @return {@code null} if the server has tools, or the name has no server's prefix
   */
  public static @Nullable String serverIsAway(
      String written, List<ServerNames> names, List<ServerStatus> servers) {
    return serverIsAway(written, ServerNames.owners(names, start(written)), servers);
  }

  private static @Nullable String serverIsAway(
      String written, Set<String> owners, List<ServerStatus> servers) {
    if (owners.isEmpty()) {
      return null;
    }
    ServerStatus server = longest(owners, servers);
    if (server != null && !isAbsent(server)) {
      return null;
    }
    boolean mayReturn = server != null && server.state() != ServerState.DISABLED;
    return "There is no tool named "
        + name(written)
        + ": the server "
        + (server == null
            ? longest(owners) + " is not available."
            : server.name() + (mayReturn ? " is not connected at present." : " is disabled."))
        + connected(servers)
        + (mayReturn ? " Go on without it or try later." : " Go on without it.");
  }

  private long offeredBy(ServerStatus server) {
    return snapshot.tools().stream().filter(tool -> tool.server().equals(server.name())).count();
  }

  private static String offered(List<String> names, long all) {
    if (names.isEmpty()) {
      return USE_ANOTHER;
    }
    return (names.size() == all ? "Available tools: " : "Similar names: ")
        + String.join(", ", names)
        + ".";
  }

  /** Of several possible servers, the one with the longest name. */
  private static @Nullable ServerStatus longest(Set<String> owners, List<ServerStatus> servers) {
    return servers.stream()
        .filter(server -> owners.contains(server.name()))
        .max(Comparator.comparingInt(server -> server.name().length()))
        .orElse(null);
  }

  private static String longest(Set<String> owners) {
    return Collections.max(owners, Comparator.comparingInt(String::length));
  }

  /** An unavailable server keeps its last known tools; without any, it is absent. */
  private static boolean isAbsent(ServerStatus server) {
    return !isConnected(server) && server.toolCount() == 0;
  }

  private static boolean isConnected(ServerStatus server) {
    return server.state() == ServerState.CONNECTED || server.state() == ServerState.DEGRADED;
  }

  private static String connected(List<ServerStatus> servers) {
    List<String> names =
        servers.stream()
            .filter(UnknownToolMessage::isConnected)
            .limit(MAX_SERVERS)
            .map(ServerStatus::name)
            .toList();
    return names.isEmpty() ? "" : " Connected servers: " + String.join(", ", names) + ".";
  }

  private static String start(String written) {
    return written.substring(0, Math.min(written.length(), MAX_NAME_LENGTH));
  }

  private String name() {
    return name(written);
  }

  private static String name(String written) {
    String line = ServerText.line(start(written));
    return line.isEmpty() ? "\"\"" : written.length() > MAX_NAME_LENGTH ? line + "..." : line;
  }
}
