package io.mcpbridge.catalog;

import io.mcpbridge.error.ServersWords;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all servers have together, made anew whenever one of them has other tools than before. */
final class Composition {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final Servers servers;
  private volatile CatalogSnapshot latest;

  /** What the developer was told of the tools that are left out. */
  private Set<String> told = Set.of();

  Composition(Servers servers) {
    this.servers = servers;
    this.latest = new CatalogSnapshot(List.of(), Map.of(), servers.names());
  }

  /** The same object until something changes. */
  CatalogSnapshot latest() {
    return latest;
  }

  /**
   * Looks at what all servers have by now.
   *
   * @param changed the server that has other tools
   */
  synchronized void happened(ServerHistory changed) {
    CatalogSnapshot now =
        new CatalogSnapshot(
            servers.all().stream().flatMap(server -> server.tools().stream()).toList(),
            instructions(),
            servers.names());
    if (!now.isLike(latest)) {
      latest = now;
    }
    tellOfTheLeftOut(now);
    // Not by the last snapshot: another server's change may have brought this one's along.
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

  private void tellOfTheLeftOut(CatalogSnapshot now) {
    Set<String> words = new LinkedHashSet<>();
    for (CatalogTool tool : now.leftOut()) {
      CatalogTool first = now.tool(tool.modelName());
      if (first != null) {
        words.add(leftOut(tool, first));
      }
    }
    words.stream().filter(sentence -> !told.contains(sentence)).forEach(log::warn);
    told = words;
  }

  private static String leftOut(CatalogTool tool, CatalogTool first) {
    return "MCP server \"%s\": the tool \"%s\" was left out, because \"%s\" of \"%s\" is called %s too"
        .formatted(
            tool.server(),
            ServersWords.line(tool.name()),
            ServersWords.line(first.name()),
            first.server(),
            tool.modelName());
  }
}
