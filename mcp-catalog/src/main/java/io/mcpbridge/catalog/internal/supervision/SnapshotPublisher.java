package io.mcpbridge.catalog.internal.supervision;

import io.mcpbridge.catalog.internal.state.ServerHistory;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogSnapshot.NameOwner;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.internal.text.ServerText;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes a snapshot of all servers' tools whenever the tools of a server change. */
public final class SnapshotPublisher {

  private static final Logger log = LoggerFactory.getLogger(SnapshotPublisher.class);

  /** Far more than tools of a catalog; beyond it, names that are not listed may be forgotten. */
  private static final int MAX_NAMES = 20_000;

  /** Of one change. */
  private static final int MAX_LINES = 3;

  private final ServerRegistry servers;

  /**
   * Whose names those without prefix are, as long as the server is configured: the name of a server
   * that is away must not become that of another one's tool.
   */
  private final Map<String, NameOwner> nameOwners = new HashMap<>();

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
    nameOwners.values().removeIf(owner -> servers.find(owner.server()) == null);
    List<CatalogTool> tools =
        servers.all().stream()
            .flatMap(server -> server.tools().stream())
            .filter(tool -> isOfOwnPrefix(tool, warnings) && hasOwnName(tool, warnings))
            .toList();
    forgetNames(changed.server(), tools);
    CatalogSnapshot now =
        new CatalogSnapshot(tools, instructions(), servers.names(), Map.copyOf(nameOwners));
    if (!now.isLike(latest)) {
      latest = now;
    }
    for (CatalogTool tool : now.shadowed()) {
      CatalogTool first = now.tool(tool.modelName());
      if (first != null) {
        warnings.add(sameName(tool, NameOwner.of(first), ""));
      }
    }
    warn(warnings);
    // Not from the last snapshot: another server's change may have included this one's.
    changed.hasTools(now.of(changed.server()));
  }

  private void warn(Set<String> warnings) {
    List<String> added = warnings.stream().filter(line -> !warned.contains(line)).toList();
    added.stream().limit(MAX_LINES).forEach(log::warn);
    if (added.size() > MAX_LINES) {
      log.warn(
          "{} more tools were left out because of their names, which are logged at debug; exclude"
              + " them, or change the ToolNameMapper (setting: tool-name-prefix)",
          added.size() - MAX_LINES);
      added.stream().skip(MAX_LINES).forEach(log::debug);
    }
    warned = warnings;
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

  /** The server that lists a name first keeps it. */
  private boolean hasOwnName(CatalogTool tool, Set<String> warnings) {
    if (tool.modelName().equals(ToolNames.modelName(tool.server(), tool.name()))) {
      return true;
    }
    NameOwner owner = nameOwners.computeIfAbsent(tool.modelName(), name -> NameOwner.of(tool));
    if (owner.equals(NameOwner.of(tool))) {
      return true;
    }
    warnings.add(
        sameName(
            tool, owner, ", and keeps the name until \"%s\" is removed".formatted(owner.server())));
    return false;
  }

  /** A server that lists ever different tools loses its own names only. */
  private void forgetNames(String server, List<CatalogTool> tools) {
    if (nameOwners.size() > MAX_NAMES
        && tools.stream().anyMatch(tool -> tool.server().equals(server))) {
      Set<NameOwner> listed = tools.stream().map(NameOwner::of).collect(Collectors.toSet());
      nameOwners
          .values()
          .removeIf(owner -> owner.server().equals(server) && !listed.contains(owner));
    }
  }

  /**
   * The warning about a tool that is left out because a tool with its name is offered.
   *
   * @param reason more about the name
   */
  public static String sameName(CatalogTool tool, NameOwner first, String reason) {
    return "MCP server \"%s\": the tool \"%s\" was left out: \"%s\" of \"%s\" is also named %s%s"
        .formatted(
            tool.server(),
            ServerText.line(tool.name()),
            ServerText.line(first.tool()),
            first.server(),
            tool.modelName(),
            reason);
  }
}
