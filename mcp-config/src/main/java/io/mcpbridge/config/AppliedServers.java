package io.mcpbridge.config;

import io.mcpbridge.catalog.ToolCatalog;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the servers of configuration files to a catalog. */
final class AppliedServers {

  private static final Logger log = LoggerFactory.getLogger(ServersFiles.class);

  private final ToolCatalog catalog;
  private final ProblemLog problems;
  private final Map<String, AppliedServer> servers = new LinkedHashMap<>();

  AppliedServers(ToolCatalog catalog, ProblemLog problems) {
    this.catalog = catalog;
    this.problems = problems;
  }

  /**
   * Brings the catalog in line with the files. Servers that the application added itself stay.
   *
   * @return the servers that reconnect
   * @throws RuntimeException if a server fails, after all others were applied; the next run tries
   *     it again
   */
  Set<String> apply(List<ConfiguredServer> configured) {
    servers.values().removeIf(server -> !server.isInCatalog());
    RunAll steps = new RunAll();
    Set<String> names = configured.stream().map(ConfiguredServer::name).collect(Collectors.toSet());
    for (AppliedServer server : List.copyOf(servers.values())) {
      if (!names.contains(server.name())) {
        steps.run(
            () -> {
              server.remove();
              servers.remove(server.name());
            });
      }
    }
    Set<String> reconnecting = new HashSet<>();
    for (ConfiguredServer server : configured) {
      String name = server.name();
      if (!servers.containsKey(name) && catalog.transport(name) != null) {
        problems.nameTaken(server);
        continue;
      }
      AppliedServer applied = servers.computeIfAbsent(name, key -> new AppliedServer(catalog, key));
      steps.run(
          () -> {
            if (applied.apply(server)) {
              reconnecting.add(name);
            }
          });
    }
    steps.end();
    return reconnecting;
  }

  /**
   * Restarts the servers that watch one of these files.
   *
   * @param reconnecting servers that reconnect anyway and need no restart
   */
  void restartFor(Set<Path> changed, Set<String> reconnecting) {
    servers.forEach(
        (name, applied) -> {
          ConfiguredServer server = applied.settings();
          if (server != null
              && server.isUsable()
              && applied.isInCatalog()
              && !reconnecting.contains(name)
              && !Collections.disjoint(server.watchPaths(), changed)) {
            log.info("Restarting MCP server \"{}\": a file that it watches changed", name);
            catalog.restart(name);
          }
        });
  }
}
