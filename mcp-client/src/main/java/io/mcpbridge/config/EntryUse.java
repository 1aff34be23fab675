package io.mcpbridge.config;

import io.mcpbridge.catalog.ServerOptions;
import io.mcpbridge.catalog.ServerOptionsBuilder;
import io.mcpbridge.selection.Glob;
import io.mcpbridge.selection.ToolSelection;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How one entry wants its server to be used, wherever that is. Nothing of it hangs on variables.
 *
 * @param timeout the most a call may take; {@code null} for the default
 * @param autoApprove tools that need no approval, {@code *} for all
 * @param disabledTools tools that nobody may call
 * @param allowedTools the only tools that there are; empty for all
 * @param noTools whether there is to be no tool at all
 */
record EntryUse(
    @Nullable Duration timeout,
    List<String> autoApprove,
    List<String> disabledTools,
    List<String> allowedTools,
    boolean noTools) {

  private static final Glob ALL = new Glob("*");

  /** The same, and these tools are not to be called either. */
  EntryUse disabling(List<String> further) {
    List<String> disabled = Stream.concat(disabledTools.stream(), further.stream()).toList();
    return new EntryUse(timeout, autoApprove, disabled, allowedTools, noTools);
  }

  /**
   * The defaults, and what the entry says instead. Of tools it can only take away; what it allows
   * stands in the place of what the defaults allow, so that it can also be less.
   */
  ServerOptions over(ServerOptions defaults) {
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
   * What is in use, without what the entry takes away from it.
   *
   * @param wanted the options that the entry would have if it could be used
   */
  ServerOptions narrowing(ServerOptions inUse, ServerOptions wanted) {
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
    return (noTools ? selection.onlyIncluded() : selection).build();
  }

  private static String[] names(List<String> named) {
    return named.stream().filter(name -> !name.isEmpty()).toArray(String[]::new);
  }
}
