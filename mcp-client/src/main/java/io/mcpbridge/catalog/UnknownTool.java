package io.mcpbridge.catalog;

import io.mcpbridge.error.ServersWords;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells a model that called a tool which is not there, in a sentence or two, what is there. */
final class UnknownTool {

  private static final String USE_ANOTHER = "Use a name from the list of tools.";

  /** Where nothing is known of the others. */
  static final String AMONG_OTHERS = "There is no such tool. " + USE_ANOTHER;

  /** Where there is no other. */
  static final String NOR_OTHERS = "There is no such tool. Go on without tools.";

  private static final int LONGEST_NAME = 100;
  private static final int MOST_SERVERS = 10;

  private final String written;
  private final CatalogSnapshot snapshot;
  private final List<ServerStatus> servers;

  /**
   * @param written the name that the model used
   * @param servers where the servers stand whose tools it may use
   */
  UnknownTool(String written, CatalogSnapshot snapshot, List<ServerStatus> servers) {
    this.written = written;
    this.snapshot = snapshot;
    this.servers = servers;
  }

  String sentences() {
    String missing = "There is no tool named " + name();
    ServerStatus server = server();
    if (server != null && isAbsent(server)) {
      boolean isOff = server.state() == ServerState.DISABLED;
      return missing
          + ": the server "
          + server.name()
          + (isOff ? " is switched off." : " is not connected at present.")
          + connected()
          + (isOff ? " Go on without it." : " Go on without it or try later.");
    }
    if (snapshot.tools().isEmpty()) {
      return servers.stream().allMatch(UnknownTool::isAbsent)
          ? missing + ": no server is connected at present. Go on without tools or try later."
          : missing + ": the connected servers have no tools. Go on without tools.";
    }
    if (server != null) {
      return "The server "
          + server.name()
          + " has no tool named "
          + name()
          + ". "
          + offered(snapshot.writtenNames().nearest(written, server.name()), offeredBy(server));
    }
    int all = snapshot.tools().size();
    List<String> near =
        all <= WrittenNames.MOST_SUGGESTED
            ? snapshot.tools().stream().map(CatalogTool::modelName).toList()
            : snapshot.writtenNames().nearest(written);
    return missing + ". " + offered(near, all);
  }

  private long offeredBy(ServerStatus server) {
    return snapshot.tools().stream().filter(tool -> tool.server().equals(server.name())).count();
  }

  private static String offered(List<String> names, long all) {
    if (names.isEmpty()) {
      return USE_ANOTHER;
    }
    return (names.size() == all ? "There is: " : "The nearest are: ")
        + String.join(", ", names)
        + ".";
  }

  /** The server that the name begins with; of several, the one with the longest name. */
  private @Nullable ServerStatus server() {
    String form = WrittenNames.form(start());
    ServerStatus found = null;
    for (ServerStatus server : servers) {
      String prefix = WrittenNames.form(server.name());
      boolean begins = form.equals(prefix) || form.startsWith(prefix + "_");
      if (begins && (found == null || found.name().length() < server.name().length())) {
        found = server;
      }
    }
    return found;
  }

  /**
   * The last known tools of a server that is away stay listed; without them it has none to name.
   */
  private static boolean isAbsent(ServerStatus server) {
    return !isConnected(server) && server.toolCount() == 0;
  }

  private static boolean isConnected(ServerStatus server) {
    return server.state() == ServerState.CONNECTED || server.state() == ServerState.DEGRADED;
  }

  private String connected() {
    List<String> names =
        servers.stream()
            .filter(UnknownTool::isConnected)
            .limit(MOST_SERVERS)
            .map(ServerStatus::name)
            .toList();
    return names.isEmpty() ? "" : " Connected are: " + String.join(", ", names) + ".";
  }

  private String start() {
    return written.substring(0, Math.min(written.length(), LONGEST_NAME));
  }

  private String name() {
    String line = ServersWords.line(start());
    return line.isEmpty() ? "\"\"" : written.length() > LONGEST_NAME ? line + "..." : line;
  }
}
