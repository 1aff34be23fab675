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

  private final ServerSettings settings;
  private final ToolSelection.Builder selection = ToolSelection.builder();

  private ToolSelectionProperties(ServerSettings settings) {
    this.settings = settings;
  }

  static ToolSelection of(ServerSettings settings) {
    ToolSelectionProperties choice = new ToolSelectionProperties(settings);
    choice.included();
    settings.use(
        "exclude",
        McpServerProperties::exclude,
        names -> choice.selection.exclude(names.toArray(String[]::new)));
    return choice.selection.build();
  }

  private void included() {
    settings.use(
        "include",
        McpServerProperties::include,
        names -> selection.include(names.toArray(String[]::new)));
    settings.use(
        "include-traits",
        McpServerProperties::includeTraits,
        traits -> withTraits(traits).forEach(selection::include));
    List<String> names = settings.get(McpServerProperties::include);
    boolean none = names != null && names.isEmpty();
    if (none) {
      selection.excludeByDefault(); // an emptied list must not include everything
    }
    if (none && settings.get(McpServerProperties::includeTraits, List.<ToolTrait>of()).isEmpty()) {
      log.warn(
          "{} is empty, so no tool is offered; set it to * to offer all tools",
          settings.names().of("include"));
    }
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
