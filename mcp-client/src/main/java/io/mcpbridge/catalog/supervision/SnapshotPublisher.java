package io.mcpbridge.catalog.supervision;

import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.state.ServerHistory;
import io.mcpbridge.internal.text.ServerText;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes a snapshot of all servers' tools whenever the tools of a server change. */
public final class SnapshotPublisher {

  private static final Logger log = LoggerFactory.getLogger(SnapshotPublisher.class);

  private final ServerRegistry servers;
  private volatile CatalogSnapshot latest;

  /** The omitted tools that the log has already reported. */
  private Set<String> warned = Set.of();

  public SnapshotPublisher(ServerRegistry servers) {
    this.servers = servers;
    this.latest = new CatalogSnapshot(List.of(), Map.of(), servers.names());
  }

  /** Returns the same instance until a change. */
  public CatalogSnapshot latest() {
    return latest;
  }

  /**
   * Publishes a new snapshot.
   *
   * @param changed the server whose tools changed
   */
  public synchronized void happened(ServerHistory changed) {
    Set<String> warnings = new LinkedHashSet<>();
    List<CatalogTool> tools =
        servers.all().stream()
            .flatMap(server -> server.tools().stream())
            .filter(tool -> isOfOwnPrefix(tool, warnings))
            .toList();
    CatalogSnapshot now = new CatalogSnapshot(tools, instructions(), servers.names());
    if (!now.isLike(latest)) {
      latest = now;
    }
    for (CatalogTool tool : now.shadowed()) {
      CatalogTool first = now.tool(tool.modelName());
      if (first != null) {
        warnings.add(shadowedText(tool, first));
      }
    }
    warnings.stream().filter(sentence -> !warned.contains(sentence)).forEach(log::warn);
    warned = warnings;
    // Not from the last snapshot: another server's change may have included this one's.
    changed.hasTools(now.of(changed.server()));
  }

  private Map<String, String> instructions() {
    Map<String, String> instructions = new LinkedHashMap<>();
    for (ManagedServer server : servers.all()) {
      String text = server.instructions();
      if (text != null) {
        instructions.put(server.name(), text);
      }
    }
    return instructions;
  }

  /** A prefix belongs to its server, also while that is absent. */
  private boolean isOfOwnPrefix(CatalogTool tool, Set<String> warnings) {
    String owner = servers.names().otherOwner(tool);
    if (owner != null) {
      warnings.add(
          "MCP server \"%s\": the tool \"%s\" was left out: its name %s begins with the prefix of"
                  .formatted(tool.server(), ServerText.line(tool.name()), tool.modelName())
              + " the server \"%s\"".formatted(owner));
    }
    return owner == null;
  }

  private static String shadowedText(CatalogTool tool, CatalogTool first) {
    return "MCP server \"%s\": the tool \"%s\" was left out: \"%s\" of \"%s\" is also named %s"
        .formatted(
            tool.server(),
            ServerText.line(tool.name()),
            ServerText.line(first.name()),
            first.server(),
            tool.modelName());
  }
}
