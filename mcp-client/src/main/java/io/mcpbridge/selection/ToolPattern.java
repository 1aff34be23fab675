package io.mcpbridge.selection;

import io.mcpbridge.model.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which tools are meant: by their own names, by their servers' keys, by what the servers say of
 * them, or all of that together.
 *
 * <pre>{@code
 * ToolPattern.named("delete_*", "drop_*")
 * ToolPattern.any().ofServers("github").readOnly()
 * }</pre>
 *
 * @param names one of these has to match the tool's name on its server; empty for any name
 * @param servers one of these has to match the server's key; empty for any server
 * @param traits the tool's annotations have to say all of these
 */
public record ToolPattern(List<Glob> names, List<Glob> servers, List<ToolTrait> traits) {

  private static final ToolPattern ANY = new ToolPattern(List.of(), List.of(), List.of());

  /** Copies the lists. */
  public ToolPattern {
    names = List.copyOf(names);
    servers = List.copyOf(servers);
    traits = List.copyOf(traits);
  }

  /** Every tool of every server. */
  public static ToolPattern any() {
    return ANY;
  }

  /**
   * Tools by their own names, without the server's in front: what the server calls them.
   *
   * @param globs one of which has to match; see {@link Glob}
   * @throws IllegalArgumentException if there is none: {@link #any()} means every tool
   */
  public static ToolPattern named(String... globs) {
    return new ToolPattern(globs(globs), List.of(), List.of());
  }

  /**
   * Of these, only those of some servers.
   *
   * @param globs one of which has to match the key that the server was configured under
   * @throws IllegalArgumentException if there is none
   */
  public ToolPattern ofServers(String... globs) {
    return new ToolPattern(names, globs(globs), traits);
  }

  /** Of these, only those that their server says change nothing. */
  public ToolPattern readOnly() {
    return with(ToolTrait.READ_ONLY);
  }

  /** Of these, only those that may destroy something: all of which the server says nothing. */
  public ToolPattern destructive() {
    return with(ToolTrait.DESTRUCTIVE);
  }

  /** Of these, only those of which the server says this. */
  public ToolPattern with(ToolTrait trait) {
    List<ToolTrait> all = new ArrayList<>(traits);
    all.add(trait);
    return new ToolPattern(names, servers, all);
  }

  /** Whether the tool is meant. */
  public boolean matches(String server, Tool tool) {
    return matchesServer(server)
        && anyMatches(names, tool.name())
        && traits.stream().allMatch(trait -> trait.isClaimedBy(tool.annotations()));
  }

  /** Whether a tool of this server can be meant. */
  boolean matchesServer(String server) {
    return anyMatches(servers, server);
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

  /** An empty list, of settings perhaps, must not come to mean everything. */
  private static List<Glob> globs(String... patterns) {
    if (patterns.length == 0) {
      throw new IllegalArgumentException("a pattern of tools or servers names none");
    }
    return Stream.of(patterns).map(Glob::new).toList();
  }
}
