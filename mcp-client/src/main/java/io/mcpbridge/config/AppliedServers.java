package io.mcpbridge.config;

import io.mcpbridge.catalog.ServerStatus;
import io.mcpbridge.catalog.StartPolicy;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.transport.Transport;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What of a catalogue comes from files, and the steps from there to what they say now. */
final class AppliedServers {

  private static final Logger log = LoggerFactory.getLogger(ServersFiles.class);

  private final ToolCatalog catalog;
  private final ProblemLog problems;
  private final Map<String, ConfiguredServer> servers = new LinkedHashMap<>();

  AppliedServers(ToolCatalog catalog, ProblemLog problems) {
    this.catalog = catalog;
    this.problems = problems;
  }

  /**
   * Makes the catalogue what the files say.
   *
   * @return the servers that are connected anew by that
   * @throws RuntimeException if that went wrong for a server, once all others are done; it is tried
   *     again the next time
   */
  Set<String> become(List<ConfiguredServer> wanted) {
    Set<String> present = present();
    servers.keySet().retainAll(present); // the application may have taken some out
    EachByItself steps = new EachByItself();
    Set<String> names = wanted.stream().map(ConfiguredServer::name).collect(Collectors.toSet());
    for (String name : List.copyOf(servers.keySet())) {
      if (!names.contains(name)) {
        steps.run(
            () -> {
              catalog.remove(name);
              servers.remove(name);
            });
      }
    }
    Set<String> fresh = new HashSet<>();
    for (ConfiguredServer server : wanted) {
      String name = server.name();
      ConfiguredServer before = servers.get(name);
      if (before == null && present.contains(name)) {
        problems.taken(server);
        continue;
      }
      steps.run(
          () -> {
            if (before == null || !server.isAppliedLike(before)) {
              apply(server, before);
              fresh.add(name);
            }
            servers.put(name, server);
          });
    }
    steps.end();
    return fresh;
  }

  private void apply(ConfiguredServer server, @Nullable ConfiguredServer before) {
    if (!server.isUsable()) {
      listOnly(server, before);
    } else if (before == null) {
      catalog.add(server.name(), transport(server), server.options());
    } else {
      catalog.replace(server.name(), transport(server), server.options());
      if (before.whyNotUsable().equals(disabledBy(server.name()))) {
        catalog.enable(server.name()); // not what somebody else has disabled meanwhile
      }
    }
  }

  /** A server that is not to be used is among the others with its reason, and never connected. */
  private void listOnly(ConfiguredServer server, @Nullable ConfiguredServer before) {
    String name = server.name();
    String by = before == null ? null : disabledBy(name);
    if (before != null && by != null && !by.equals(before.whyNotUsable())) {
      // Somebody else disabled it, and that stays.
      catalog.replace(
          name,
          server.transport() == null ? new UnusableServer(server) : transport(server),
          server.options());
      return;
    }
    if (before != null && !before.isUsable()) {
      catalog.remove(name); // the reason is another one
    }
    if (before == null || !before.isUsable()) {
      // Lazy, so that nothing is tried in the moment before it is disabled.
      catalog.add(
          name,
          new UnusableServer(server),
          server.options().toBuilder().start(StartPolicy.LAZY).build());
    }
    catalog.disable(name, server.whyNotUsable());
    if (server.transport() != null) {
      catalog.replace(name, transport(server), server.options()); // for who enables it by hand
    }
  }

  private @Nullable String disabledBy(String name) {
    for (ServerStatus status : catalog.servers()) {
      if (status.name().equals(name)) {
        return status.disabledBy();
      }
    }
    return null;
  }

  private static Transport transport(ConfiguredServer server) {
    return Objects.requireNonNull(server.transport());
  }

  /**
   * Restarts the servers that watch one of these files.
   *
   * @param fresh those that have just been connected anew
   */
  void restartFor(Set<Path> changed, Set<String> fresh) {
    Set<String> present = present();
    for (ConfiguredServer server : servers.values()) {
      if (server.isUsable()
          && present.contains(server.name())
          && !fresh.contains(server.name())
          && !Collections.disjoint(server.watchPaths(), changed)) {
        log.info("MCP server \"{}\" is restarted: a file that it watches changed", server.name());
        catalog.restart(server.name());
      }
    }
  }

  private Set<String> present() {
    return catalog.servers().stream().map(ServerStatus::name).collect(Collectors.toSet());
  }
}
