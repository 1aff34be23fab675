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
  public EntryPolicy withDisabledTools(List<String> names) {
    List<String> disabled = Stream.concat(disabledTools.stream(), names.stream()).toList();
    return new EntryPolicy(timeout, autoApprove, disabled, allowedTools, noTools);
  }

  /**
   * The defaults, overridden by the entry. The entry can only narrow the selection of tools. Its
   * list of always-allowed tools replaces that of the defaults, so that it can be shorter.
   */
  public ServerOptions applyTo(ServerOptions defaults) {
    ServerOptionsBuilder options = defaults.toBuilder();
    if (timeout != null) {
      options.timeout(timeout);
    }
    if (!autoApprove.isEmpty()) {
      options.alwaysAllow(names(autoApprove));
    }
    if (noTools || !allowedTools.isEmpty() || !disabledTools.isEmpty()) {
      options.selection(narrow(defaults.selection()));
    }
    return options.build();
  }

  /**
   * The options in use, restricted by the entry.
   *
   * @param configured the options that the entry would have if it were usable
   */
  public ServerOptions narrowedOptions(ServerOptions inUse, ServerOptions configured) {
    ServerOptionsBuilder options = inUse.toBuilder();
    if (!configured.selection().equals(inUse.selection())) {
      options.selection(narrow(inUse.selection()));
    }
    return options.alwaysAllow(intersection(inUse.alwaysAllow(), configured.alwaysAllow())).build();
  }

  private static String[] intersection(List<Glob> first, List<Glob> second) {
    Stream<Glob> common =
        second.contains(ALL)
            ? first.stream()
            : second.stream().filter(glob -> first.contains(ALL) || first.contains(glob));
    return common.map(Glob::pattern).toArray(String[]::new);
  }

  private ToolSelection narrow(ToolSelection selection) {
    ToolSelection.Builder builder =
        ToolSelection.builder()
            .include(names(allowedTools))
            .disable(names(disabledTools))
            .within(selection);
    return (noTools ? builder.excludeByDefault() : builder).build();
  }

  private static String[] names(List<String> names) {
    return names.stream().filter(name -> !name.isEmpty()).toArray(String[]::new);
  }
}
