package io.mcpbridge.catalog;

import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.internal.text.ServerText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What each server is for, in a line: by the instructions of a trusted server, which are pinned
 * against changes, else by names of its tools. A server keeps its line while it is configured,
 * whatever becomes of its tools, so that prompt caches of model providers stay valid. Immutable.
 */
final class ServerMap {

  static final ServerMap EMPTY = new ServerMap(Map.of());

  /** About 1,500 tokens; beyond that, servers are only named. */
  static final int MAX_CHARACTERS = 6_000;

  private static final int MAX_LINE_LENGTH = 120;
  private static final int TOOLS_AS_EXAMPLES = 6;

  private final Map<String, String> lines;
  private final String text;

  private ServerMap(Map<String, String> lines) {
    this.lines = lines;
    this.text = text(lines);
  }

  /** The map with the servers of these tools, and without those that are gone. */
  ServerMap with(
      CatalogSnapshot tools, List<ServerStatus> servers, Predicate<String> isTrustedServer) {
    Map<String, List<CatalogTool>> byServer =
        tools.tools().stream().collect(Collectors.groupingBy(CatalogTool::server));
    Map<String, String> all = new LinkedHashMap<>();
    for (ServerStatus server : servers) {
      String line = lines.get(server.name());
      List<CatalogTool> serverTools = byServer.get(server.name());
      if (line != null) {
        all.put(server.name(), line);
      } else if (serverTools != null) {
        String description = isTrustedServer.test(server.name()) ? server.instructions() : null;
        all.put(server.name(), line(description, serverTools));
      }
    }
    return all.equals(lines) ? this : new ServerMap(all);
  }

  private static String line(@Nullable String description, List<CatalogTool> tools) {
    return description == null || description.isBlank()
        ? tools.stream()
            .limit(TOOLS_AS_EXAMPLES)
            .map(tool -> ServerText.line(tool.name(), MAX_LINE_LENGTH / 3))
            .collect(Collectors.joining(", "))
        : ServerText.line(description, MAX_LINE_LENGTH);
  }

  private static String text(Map<String, String> lines) {
    if (lines.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder("\nServers:");
    lines.forEach(
        (name, line) -> {
          text.append("\n- ").append(ServerText.line(name, MAX_LINE_LENGTH));
          if (text.length() + line.length() < MAX_CHARACTERS) {
            text.append(": ").append(line);
          }
        });
    return text.toString();
  }

  /** The lines, after a heading; empty without servers. */
  String text() {
    return text;
  }
}
