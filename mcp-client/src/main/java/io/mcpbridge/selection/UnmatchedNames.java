package io.mcpbridge.selection;

import io.mcpbridge.error.ServersWords;
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
 * Names in a selection that no tool has: most of them slips of the pen, and a rule that means
 * nothing looks like one that protects. Each is told once for the same servers.
 */
public final class UnmatchedNames {

  private static final int MOST_SUGGESTIONS = 3;

  /** Longer ones are not what somebody meant to write. */
  private static final int LONGEST_NAME = 200;

  private final ToolSelection selection;
  private final Set<String> told = new HashSet<>(); // of the developer's patterns and servers

  /**
   * @param selection whose names are looked at
   */
  public UnmatchedNames(ToolSelection selection) {
    this.selection = selection;
  }

  /**
   * Looks at tools. A pattern for servers that have none says nothing: they may come to have some.
   *
   * @param toolsByServer all that a pattern may match, by the key of the server
   * @param tell given a sentence for the developer about each name that matches none of them, the
   *     first time that it does
   */
  public synchronized void lookAt(Map<String, List<Tool>> toolsByServer, Consumer<String> tell) {
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
            .filter(name -> told.add(name + " of " + servers))
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
            .filter(candidate -> candidate.length() <= LONGEST_NAME)
            .filter(candidate -> name.distance(candidate) <= near)
            .sorted(Comparator.comparingInt(name::distance))
            .limit(MOST_SUGGESTIONS)
            .toList();
    return nearest.isEmpty()
        ? "it has "
            + (tools.size() == 1 ? "1 other: " : tools.size() + " others, such as ")
            + quoted(firstNames(tools))
        : "the nearest are " + quoted(nearest);
  }

  private static List<String> firstNames(List<Tool> tools) {
    return tools.stream().map(Tool::name).limit(MOST_SUGGESTIONS).toList();
  }

  private static String quoted(List<String> names) {
    return names.stream()
        .map(name -> '"' + ServersWords.line(name) + '"')
        .collect(Collectors.joining(", "));
  }
}
