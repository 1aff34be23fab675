package io.mcpbridge.selection;

import io.mcpbridge.catalog.internal.names.ToolNameFormat;
import io.mcpbridge.model.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Matches tools by name, server key and annotations; all given criteria must match.
 *
 * <pre>{@code
 * ToolPattern.named("delete_*", "drop_*")
 * ToolPattern.any().ofServers("github").readOnly()
 * }</pre>
 *
 * @param names one must match the server-side tool name; empty for any name
 * @param servers one must match the server's key; empty for any server
 * @param traits the tool's annotations must have all of these
 */
public record ToolPattern(List<Glob> names, List<Glob> servers, List<ToolTrait> traits) {

  private static final ToolPattern ANY = new ToolPattern(List.of(), List.of(), List.of());

  /** Copies the lists. */
  public ToolPattern {
    names = List.copyOf(names);
    servers = List.copyOf(servers);
    traits = List.copyOf(traits);
  }

  /** Matches every tool of every server. */
  public static ToolPattern any() {
    return ANY;
  }

  /**
   * Matches tools by their server-side names, without the server's prefix.
   *
   * @param globs one must match; see {@link Glob}
   * @throws IllegalArgumentException if empty; use {@link #any()} to match every tool
   */
  public static ToolPattern named(String... globs) {
    return new ToolPattern(globs(globs), List.of(), List.of());
  }

  /**
   * Restricts this pattern to some servers.
   *
   * @param globs one must match the server's configured key
   * @throws IllegalArgumentException if empty
   */
  public ToolPattern ofServers(String... globs) {
    return new ToolPattern(names, globs(globs), traits);
  }

  /** Restricts this pattern to tools with {@code readOnlyHint}. */
  public ToolPattern readOnly() {
    return with(ToolTrait.READ_ONLY);
  }

  /** Restricts this pattern to destructive tools, which includes tools without annotations. */
  public ToolPattern destructive() {
    return with(ToolTrait.DESTRUCTIVE);
  }

  /** Restricts this pattern to tools with this trait. */
  public ToolPattern with(ToolTrait trait) {
    List<ToolTrait> all = new ArrayList<>(traits);
    all.add(trait);
    return new ToolPattern(names, servers, all);
  }

  /** Whether the tool matches. */
  public boolean matches(String server, Tool tool) {
    return anyMatches(servers, server)
        && anyMatches(names, tool.name())
        && (traits.isEmpty()
            || traits.stream().allMatch(trait -> trait.isClaimedBy(tool.annotations())));
  }

  /**
   * Whether the tool matches by its name on the server, by the name that the model uses, or by the
   * name that it has by default ({@code server__tool}). For rules that restrict: a rule that allows
   * must not match a server's tool that has the model's name of another server's tool.
   */
  public boolean matches(String server, Tool tool, String modelName) {
    return matches(server, tool)
        || (anyMatches(names, modelName)
                || anyMatches(names, ToolNameFormat.modelName(server, tool.name())))
            && new ToolPattern(List.of(), servers, traits).matches(server, tool);
  }

  private static boolean anyMatches(List<Glob> globs, String name) {
    if (globs.isEmpty()) {
      return true;
    }
    for (Glob glob : globs) {
      if (glob.matches(name)) {
        return true;
      }
    }
    return false;
  }

  /** Rejects an empty list, perhaps from configuration, which would otherwise match everything. */
  private static List<Glob> globs(String... patterns) {
    if (patterns.length == 0) {
      throw new IllegalArgumentException("a pattern of tools or servers is empty");
    }
    return Stream.of(patterns).map(Glob::new).toList();
  }
}
