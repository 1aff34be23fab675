package io.mcpbridge.catalog;

import io.mcpbridge.transport.Deadline;
import java.util.List;

/** Waits for the servers that an application cannot do without. */
final class RequiredServers {

  private final Servers servers;

  RequiredServers(Servers servers) {
    this.servers = servers;
  }

  /** Those that are disabled are not waited for: somebody does without them on purpose. */
  private static boolean isRequired(ManagedServer server) {
    return server.options().start() == StartPolicy.REQUIRED && server.disabledBy() == null;
  }

  void await(Deadline deadline) throws InterruptedException {
    servers.await(server -> !isRequired(server) || server.awaitUsable(deadline));
    check(deadline.described());
  }

  /**
   * @param waited how long was waited for them, or what ended that
   * @throws RequiredServersException if one is not there
   */
  void check(String waited) {
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
