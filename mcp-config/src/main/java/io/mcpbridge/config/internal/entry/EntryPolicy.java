package io.mcpbridge.config.internal.entry;

import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ServerOptionsBuilder;
import io.mcpbridge.selection.Glob;
import io.mcpbridge.selection.ToolSelection;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The options of one entry that do not depend on variables or on the address.
 *
 * @param timeout the call timeout; {@code null} for the default
 * @param autoApprove tools that need no approval, {@code *} for all
 * @param disabledTools tools to disable
 * @param allowedTools the only tools to include; empty for all
 * @param noTools whether to exclude all tools
 */
public record EntryPolicy(
    @Nullable Duration timeout,
    List<String> autoApprove,
    List<String> disabledTools,
    List<String> allowedTools,
    boolean noTools) {

  private static final Glob ALL = new Glob("*");

  /** A copy that disables these tools as well. */
  public EntryPolicy disabling(List<String> further) {
    List<String> disabled = Stream.concat(disabledTools.stream(), further.stream()).toList();
    return new EntryPolicy(timeout, autoApprove, disabled, allowedTools, noTools);
  }

  /**
   * The defaults, overridden by the entry. The entry can only narrow the selection of tools. Its
   * list of always-allowed tools replaces that of the defaults, so that it can be shorter.
   */
  public ServerOptions over(ServerOptions defaults) {
    ServerOptionsBuilder options = defaults.toBuilder();
    if (timeout != null) {
      options.timeout(timeout);
    }
    if (!autoApprove.isEmpty()) {
      options.alwaysAllow(names(autoApprove));
    }
    if (noTools || !allowedTools.isEmpty() || !disabledTools.isEmpty()) {
      options.selection(within(defaults.selection()));
    }
    return options.build();
  }

  /**
   * The options in use, restricted by the entry.
   *
   * @param wanted the options that the entry would have if it were usable
   */
  public ServerOptions narrowing(ServerOptions inUse, ServerOptions wanted) {
    ServerOptionsBuilder options = inUse.toBuilder();
    if (!wanted.selection().equals(inUse.selection())) {
      options.selection(within(inUse.selection()));
    }
    return options.alwaysAllow(inBoth(inUse.alwaysAllow(), wanted.alwaysAllow())).build();
  }

  private static String[] inBoth(List<Glob> some, List<Glob> others) {
    Stream<Glob> both =
        others.contains(ALL)
            ? some.stream()
            : others.stream().filter(glob -> some.contains(ALL) || some.contains(glob));
    return both.map(Glob::pattern).toArray(String[]::new);
  }

  private ToolSelection within(ToolSelection other) {
    ToolSelection.Builder selection =
        ToolSelection.builder()
            .include(names(allowedTools))
            .disable(names(disabledTools))
            .within(other);
    return (noTools ? selection.excludeByDefault() : selection).build();
  }

  private static String[] names(List<String> named) {
    return named.stream().filter(name -> !name.isEmpty()).toArray(String[]::new);
  }
}
