package io.mcpbridge.catalog;

import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerStatus;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.model.Implementation;
import io.mcpbridge.model.ServerInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What each server is for, in a line: the application's description, else the title or instructions
 * of a trusted server, which are pinned against changes, and names of its tools or their most
 * typical words. A server keeps its line while it is configured, whatever becomes of its tools, so
 * that prompt caches of model providers stay valid. Immutable.
 */
final class ServerMap {

  static final ServerMap EMPTY = new ServerMap(Map.of());

  /** About 1,500 tokens; beyond that, servers are only named. */
  static final int MAX_CHARACTERS = 6_000;

  private static final int MAX_LINE_LENGTH = 120;

  /** Names of tools up to this length say more than their typical words. */
  private static final int MAX_NAMES_LENGTH = 60;

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
    TypicalWords words = new TypicalWords(byServer);
    Map<String, String> all = new LinkedHashMap<>();
    for (ServerStatus server : servers) {
      String line = lines.get(server.name());
      List<CatalogTool> serverTools = byServer.get(server.name());
      String description = server.options().description();
      if (description != null && (line != null || serverTools != null)) {
        all.put(server.name(), ServerText.line(description, MAX_LINE_LENGTH));
      } else if (line != null) {
        all.put(server.name(), line);
      } else if (serverTools != null) {
        String names = names(serverTools, words.of(server.name()));
        all.put(
            server.name(),
            isTrustedServer.test(server.name()) ? ofTrustedServer(server, names) : names);
      }
    }
    return all.equals(lines) ? this : new ServerMap(all);
  }

  private static String names(List<CatalogTool> tools, String typicalWords) {
    String names =
        tools.stream()
            .map(tool -> ServerText.line(tool.name(), MAX_LINE_LENGTH / 3))
            .collect(Collectors.joining(", "));
    return names.length() <= MAX_NAMES_LENGTH || typicalWords.isEmpty()
        ? ServerText.line(names, MAX_LINE_LENGTH)
        : typicalWords;
  }

  /** Its title says what a server is for, and else its instructions. */
  private static String ofTrustedServer(ServerStatus server, String names) {
    ServerInfo info = server.info();
    Implementation implementation = info == null ? null : info.implementation();
    String title = implementation == null ? null : implementation.title();
    String text = title == null || title.isBlank() ? server.instructions() : title + ": " + names;
    return text == null || text.isBlank() ? names : ServerText.line(text, MAX_LINE_LENGTH);
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
