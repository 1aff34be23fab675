package io.mcpbridge.selection;

import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.model.Tool;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Finds names in a selection that match no tool. Most are typos, and a rule that matches nothing
 * looks like one that protects. Reports each name once per set of servers.
 */
public final class UnmatchedNames {

  private static final int MAX_SUGGESTIONS = 3;

  /** Longer names are unlikely to be what the developer meant. */
  private static final int MAX_NAME_LENGTH = 200;

  private final ToolSelection selection;
  private final Set<String> reported = new HashSet<>(); // of the developer's patterns and servers

  /**
   * @param selection the selection to check
   */
  public UnmatchedNames(ToolSelection selection) {
    this.selection = selection;
  }

  /**
   * Checks the patterns against the current tools. Skips patterns whose servers have no tools: they
   * may get some later.
   *
   * @param toolsByServer all tools that a pattern may match, by server key
   * @param tell receives one sentence for the developer per unmatched name, the first time only
   */
  public synchronized void check(Map<String, List<Tool>> toolsByServer, Consumer<String> tell) {
    for (ToolPattern pattern : selection.patterns()) {
      List<String> servers = new ArrayList<>();
      List<Tool> tools = new ArrayList<>();
      toolsByServer.forEach(
          (server, its) -> {
            if (pattern.matchesServer(server)) {
              servers.add(server);
              tools.addAll(its);
            }
          });
      if (!tools.isEmpty()) {
        pattern.names().stream()
            .filter(name -> tools.stream().noneMatch(tool -> name.matches(tool.name())))
            .filter(name -> reported.add(name + " of " + servers))
            .forEach(name -> tell.accept(sentence(servers, name, tools)));
      }
    }
  }

  private static String sentence(List<String> servers, Glob name, List<Tool> tools) {
    return (servers.size() == 1 ? "MCP server " : "MCP servers ")
        + quoted(servers)
        + ": no tool is named \""
        + name
        + "\"; "
        + suggestions(name, tools);
  }

  private static String suggestions(Glob name, List<Tool> tools) {
    int near = Math.max(2, name.pattern().length() / 3);
    List<String> nearest =
        tools.stream()
            .map(Tool::name)
            .filter(candidate -> candidate.length() <= MAX_NAME_LENGTH)
            .filter(candidate -> name.distance(candidate) <= near)
            .sorted(Comparator.comparingInt(name::distance))
            .limit(MAX_SUGGESTIONS)
            .toList();
    return nearest.isEmpty()
        ? "it has "
            + (tools.size() == 1 ? "1 other: " : tools.size() + " others, such as ")
            + quoted(firstNames(tools))
        : "similar names: " + quoted(nearest);
  }

  private static List<String> firstNames(List<Tool> tools) {
    return tools.stream().map(Tool::name).limit(MAX_SUGGESTIONS).toList();
  }

  private static String quoted(List<String> names) {
    return names.stream()
        .map(name -> '"' + ServerText.line(name) + '"')
        .collect(Collectors.joining(", "));
  }
}
