package io.mcpbridge.catalog.internal.access;

import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.approval.ApprovalRule;
import io.mcpbridge.catalog.internal.names.ToolNameFormat;
import io.mcpbridge.catalog.internal.state.OnceLogger;
import io.mcpbridge.catalog.internal.tools.ListedTool;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.internal.text.EditDistance;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.selection.Glob;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of names in the developer's rules that match no tool. Most are typos, and a rule that
 * matches nothing looks like one that protects. Each name is reported once per set of servers, when
 * all of them have listed their tools. Thread-safe.
 */
public final class UnmatchedNames {

  private static final Logger log = LoggerFactory.getLogger(UnmatchedNames.class);

  private static final int MAX_SUGGESTIONS = 3;

  /** Longer names are unlikely to be what the developer meant. */
  private static final int MAX_NAME_LENGTH = 200;

  private final Rules rules;
  private final OnceLogger reported = new OnceLogger();
  private volatile List<CatalogSnapshot> checked = List.of();

  public UnmatchedNames(Rules rules) {
    this.rules = rules;
  }

  /**
   * Checks rules that match tools by their names on the server and for the model.
   *
   * @param setting where the developer finds the names
   */
  public static UnmatchedNames in(String setting, List<ToolPattern> patterns) {
    Rules rules = new Rules();
    patterns.forEach(pattern -> rules.add(setting, pattern, NameKind.ANY));
    return new UnmatchedNames(rules);
  }

  /**
   * Warns of names of servers that no server has.
   *
   * @param setting where the developer finds the names
   */
  public static void checkServers(
      String setting, Collection<String> names, Collection<String> servers) {
    for (String name : names) {
      if (!servers.contains(name)) {
        List<Candidate> candidates =
            servers.stream().map(server -> new Candidate(server, server, server)).toList();
        log.warn(
            "No MCP server is named \"{}\" (setting: {}); {}",
            ServerText.line(name),
            setting,
            suggestions(new Glob(name), candidates, "server"));
      }
    }
  }

  /** Checks the rules against all tools of some catalogs; does nothing until these change. */
  public void check(Collection<? extends AutoCloseable> catalogs) {
    if (rules.isEmpty()) {
      return;
    }
    List<CatalogInternals> searched = catalogs.stream().map(CatalogInternals::of).toList();
    List<CatalogSnapshot> snapshots =
        searched.stream().map(CatalogInternals::snapshot).distinct().toList();
    if (!snapshots.equals(checked)) {
      Map<String, @Nullable List<ListedTool>> tools = new LinkedHashMap<>();
      for (CatalogInternals catalog : searched) {
        catalog
            .listedTools()
            .forEach(
                (server, listed) -> {
                  if (listed != null || !tools.containsKey(server)) {
                    tools.put(server, listed);
                  }
                });
      }
      check(rules, tools);
      if (!tools.containsValue(null)) {
        checked = snapshots;
      }
    }
  }

  /**
   * @param tools all tools of each server; {@code null} if they are not listed yet
   */
  public void check(Rules current, Map<String, @Nullable List<ListedTool>> tools) {
    find(current, tools)
        .forEach(
            unmatched -> {
              if (reported.isFirst(unmatched.name + " of " + unmatched.servers)) {
                log.warn(unmatched.sentence());
              }
            });
  }

  /**
   * The names that match no tool.
   *
   * @param tools all tools of each server; {@code null} if they are not listed yet
   */
  public static List<UnmatchedName> find(
      Rules current, Map<String, @Nullable List<ListedTool>> tools) {
    List<UnmatchedName> unmatched = new ArrayList<>();
    current
        .servers(tools.keySet())
        .forEach(
            (name, servers) -> {
              List<Candidate> candidates = candidates(servers, tools);
              if (!candidates.isEmpty() && candidates.stream().noneMatch(name::matches)) {
                unmatched.add(new UnmatchedName(name, servers, candidates));
              }
            });
    return unmatched;
  }

  /** Empty as well if one of the servers has not listed its tools yet. */
  private static List<Candidate> candidates(
      Set<String> servers, Map<String, @Nullable List<ListedTool>> tools) {
    List<Candidate> candidates = new ArrayList<>();
    for (String server : servers) {
      List<ListedTool> listed = tools.get(server);
      if (listed == null) {
        return List.of();
      }
      listed.forEach(tool -> candidates.add(new Candidate(server, tool.name(), tool.modelName())));
    }
    return candidates;
  }

  /** A name in a rule that matches no tool. */
  public static final class UnmatchedName {

    private final Name name;
    private final Set<String> servers;
    private final List<Candidate> candidates;

    private UnmatchedName(Name name, Set<String> servers, List<Candidate> candidates) {
      this.name = name;
      this.servers = servers;
      this.candidates = candidates;
    }

    /** The servers whose tools it is for. */
    public Set<String> servers() {
      return servers;
    }

    /** Where the developer finds the name. */
    public String setting() {
      return name.setting();
    }

    /** That no tool has the name, and similar ones. */
    public String message() {
      return "no tool is named \""
          + name.glob()
          + "\"; "
          + suggestions(name.glob(), candidates, "tool");
    }

    private String sentence() {
      return name.sentence(candidates);
    }
  }

  /** Logs a warning of the same kind that has not been logged before. */
  public void warnOnce(String warning) {
    if (reported.isFirst(warning)) {
      log.warn(warning);
    }
  }

  private static int nearness(String name) {
    return Math.max(2, name.length() / 3);
  }

  /** A tool of a server, or a server. */
  private record Candidate(String server, String name, String modelName) {

    /** From the name that is meant: the server's prefix would make all its tools similar. */
    int distance(Glob glob) {
      int distance = EditDistance.ofGlob(glob.pattern(), modelName);
      return distance <= nearness(name) ? distance : EditDistance.ofGlob(glob.pattern(), name);
    }
  }

  /** Which of a tool's names a rule is for. */
  private enum NameKind {
    /** The name on the server. */
    OF_SERVER,

    /** The name with the server's prefix. */
    WITH_PREFIX,

    /** Also the one that the model uses. */
    ANY
  }

  /**
   * A name in a rule.
   *
   * @param servers patterns of the servers whose tools it matches; empty for any server
   * @param kind what it is compared with
   */
  private record Name(String setting, Glob glob, List<Glob> servers, NameKind kind) {

    boolean matches(Candidate tool) {
      return kind != NameKind.WITH_PREFIX && glob.matches(tool.name())
          || kind == NameKind.ANY && glob.matches(tool.modelName())
          || kind != NameKind.OF_SERVER
              && (glob.matches(ToolNameFormat.modelName(tool.server(), tool.name()))
                  || glob.matches(ToolNameFormat.spelledOut(tool.server(), tool.name())));
    }

    String sentence(List<Candidate> candidates) {
      List<String> servers = candidates.stream().map(Candidate::server).distinct().toList();
      return (servers.size() == 1 ? "MCP server " : "MCP servers ")
          + quoted(servers)
          + ": no tool is named \""
          + glob
          + "\" (setting: "
          + setting
          + "); "
          + suggestions(glob, candidates, "tool");
    }
  }

  private static String suggestions(Glob glob, List<Candidate> candidates, String kind) {
    int near = nearness(glob.pattern());
    List<String> nearest =
        candidates.stream()
            .filter(candidate -> candidate.name().length() <= MAX_NAME_LENGTH)
            .filter(candidate -> candidate.distance(glob) <= near)
            .sorted(Comparator.comparingInt(candidate -> candidate.distance(glob)))
            .map(Candidate::name)
            .distinct()
            .limit(MAX_SUGGESTIONS)
            .toList();
    if (!nearest.isEmpty()) {
      return "similar names: " + quoted(nearest);
    }
    return switch (candidates.size()) {
      case 0 -> "there is none";
      case 1 -> "there is 1 " + kind + ": " + quoted(List.of(candidates.get(0).name()));
      default ->
          "there are "
              + candidates.size()
              + ", such as "
              + quoted(candidates.stream().map(Candidate::name).limit(MAX_SUGGESTIONS).toList());
    };
  }

  private static String quoted(List<String> names) {
    return names.stream()
        .map(name -> '"' + ServerText.line(name) + '"')
        .collect(Collectors.joining(", "));
  }

  /** The names in some rules, and the servers whose tools they are for. */
  public static final class Rules {

    private final Map<Name, Set<String>> ofServers = new LinkedHashMap<>();
    private final Set<Name> ofAll = new LinkedHashSet<>();

    boolean isEmpty() {
      return ofServers.isEmpty() && ofAll.isEmpty();
    }

    /** Adds a rule for the tools of all servers that its pattern matches. */
    private void add(String setting, ToolPattern pattern, NameKind kind) {
      pattern.names().forEach(glob -> ofAll.add(new Name(setting, glob, pattern.servers(), kind)));
    }

    /** Adds a rule of a policy. */
    public void add(ApprovalRule rule) {
      ToolPattern pattern = rule.tools();
      for (Glob name : pattern.names()) {
        NameKind kind = kind(rule.mode(), name, pattern);
        ofAll.add(new Name(rule.setting(), name, pattern.servers(), kind));
      }
    }

    /** As in {@link ApprovalRule}. */
    private static NameKind kind(ApprovalMode mode, Glob name, ToolPattern pattern) {
      if (mode != ApprovalMode.ALLOW) {
        return NameKind.ANY;
      }
      return pattern.servers().isEmpty() && ToolNameFormat.isPrefixed(name.pattern())
          ? NameKind.WITH_PREFIX
          : NameKind.OF_SERVER;
    }

    /** Adds the patterns of a selection. */
    public Rules add(ToolSelection selection) {
      selection.included().forEach(pattern -> add("include", pattern, NameKind.OF_SERVER));
      selection.excluded().forEach(pattern -> add("exclude", pattern, NameKind.OF_SERVER));
      selection.hidden().forEach(pattern -> add("ToolSelection.hide", pattern, NameKind.OF_SERVER));
      selection
          .disabled()
          .forEach(pattern -> add("ToolSelection.disable", pattern, NameKind.OF_SERVER));
      return selection.within() == null ? this : add(selection.within());
    }

    /**
     * Adds the rules in a server's options. The same name in the options of several servers counts
     * as one rule for all of them, because defaults are copied to each server.
     */
    public void add(String server, ServerOptions options) {
      Rules ofServer = new Rules().add(options.selection());
      add(
          ofServer,
          "tools",
          options.tools().keySet().stream()
              .filter(name -> !name.isEmpty())
              .map(Glob::new)
              .toList());
      add(ofServer, "ServerOptions.alwaysAllow", options.alwaysAllow());
      ofServer
          .servers(Set.of(server))
          .keySet()
          .forEach(
              name -> ofServers.computeIfAbsent(name, added -> new LinkedHashSet<>()).add(server));
    }

    private static void add(Rules rules, String setting, List<Glob> globs) {
      rules.add(setting, new ToolPattern(globs, List.of(), List.of()), NameKind.OF_SERVER);
    }

    /** The names, with those of the servers whose tools they are for. */
    Map<Name, Set<String>> servers(Set<String> servers) {
      Map<Name, Set<String>> all = new LinkedHashMap<>(ofServers);
      for (Name name : ofAll) {
        Set<String> matching =
            servers.stream()
                .filter(
                    server ->
                        name.servers().isEmpty()
                            || name.servers().stream().anyMatch(glob -> glob.matches(server)))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (!matching.isEmpty()) {
          all.put(name, matching);
        }
      }
      return all;
    }
  }
}
