package io.mcpbridge.spring.boot.internal.server;

import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.selection.ToolTrait;
import io.mcpbridge.spring.boot.McpServerProperties;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Selects which tools of a server are offered, and to whom. */
public final class ToolSelectionProperties {

  private static final Logger log = LoggerFactory.getLogger(ToolSelectionProperties.class);

  private ToolSelectionProperties() {}

  static ToolSelection of(ServerSettings settings) {
    ToolSelection.Builder selection = ToolSelection.builder();
    settings.use(
        "include",
        McpServerProperties::include,
        names -> selection.include(names.toArray(String[]::new)));
    settings.use(
        "include-traits",
        McpServerProperties::includeTraits,
        traits -> withTraits(traits).forEach(selection::include));
    List<String> names = settings.get(McpServerProperties::include);
    if (names != null && names.isEmpty()) {
      selection.excludeByDefault(); // an emptied list must not include everything
      if (settings.get(McpServerProperties::includeTraits, List.<ToolTrait>of()).isEmpty()) {
        log.warn(
            "{} is empty, so no tool is offered; set it to * to offer all tools",
            settings.names().of("include"));
      }
    }
    settings.use(
        "exclude",
        McpServerProperties::exclude,
        patterns -> selection.exclude(patterns.toArray(String[]::new)));
    return selection.build();
  }

  /** The pattern for these names; empty if there are none. */
  public static List<ToolPattern> named(List<String> names) {
    return names.isEmpty() ? List.of() : List.of(ToolPattern.named(names.toArray(String[]::new)));
  }

  /** The pattern for tools with all of these traits; empty if there are none. */
  public static List<ToolPattern> withTraits(List<ToolTrait> traits) {
    ToolPattern pattern = ToolPattern.any();
    for (ToolTrait trait : traits) {
      pattern = pattern.with(trait);
    }
    return traits.isEmpty() ? List.of() : List.of(pattern);
  }
}
