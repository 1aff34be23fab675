package io.mcpbridge.catalog.server;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Required servers are not connected. The message names each one with its address, the reason and
 * what to change, for the operator who starts the application.
 */
public final class RequiredServersException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<ServerStatus> servers;

  public RequiredServersException(List<ServerStatus> servers, String waited) {
    super(message(servers, waited));
    this.servers = List.copyOf(servers);
  }

  private static String message(List<ServerStatus> servers, String waited) {
    return (servers.size() == 1
            ? "A required MCP server is"
            : servers.size() + " required MCP servers are")
        + " not available after "
        + waited
        + ":\n"
        + servers.stream().map(RequiredServersException::line).collect(Collectors.joining())
        + "Fix these problems, wait longer, or make the server optional (setting start: eager).";
  }

  private static String line(ServerStatus server) {
    String reason =
        server.reason() == null
            ? "no answer yet (setting initialization-timeout)"
            : server.reason();
    return "- \""
        + server.name()
        + "\" ("
        + server.address()
        + "): "
        + server.state()
        + ", "
        + reason
        + "\n";
  }

  /** The servers that are not connected, with their status at that time. */
  public List<ServerStatus> servers() {
    return servers;
  }
}
