package io.mcpbridge.catalog.internal.supervision;

import io.mcpbridge.catalog.server.RequiredServersException;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.catalog.server.StartPolicy;
import io.mcpbridge.transport.Deadline;
import java.util.List;

/** Waits for the servers that the application requires. */
public final class RequiredServers {

  private final ServerRegistry servers;

  public RequiredServers(ServerRegistry servers) {
    this.servers = servers;
  }

  /** Disabled servers do not count: they were disabled on purpose. */
  private static boolean isRequired(ManagedServer server) {
    return server.options().start() == StartPolicy.REQUIRED && server.disabledBy() == null;
  }

  public void await(Deadline deadline) throws InterruptedException {
    servers.await(server -> !isRequired(server) || server.awaitUsable(deadline));
    check(deadline.described());
  }

  /**
   * @param waited how long the caller waited, or what ended the wait
   * @throws RequiredServersException if a server is not connected
   */
  public void check(String waited) {
    List<ServerStatus> missing =
        servers.all().stream()
            .filter(RequiredServers::isRequired)
            .filter(server -> !server.isUsable())
            .map(ManagedServer::status)
            .toList();
    if (!missing.isEmpty()) {
      throw new RequiredServersException(missing, waited);
    }
  }
}
