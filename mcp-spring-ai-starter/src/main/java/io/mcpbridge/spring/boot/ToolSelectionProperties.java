package io.mcpbridge.spring.boot;

import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.selection.ToolTrait;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Selects which tools of a server are offered, and to whom. */
final class ToolSelectionProperties {

  private static final Logger log = LoggerFactory.getLogger(McpClientAutoConfiguration.class);

  private final ServerSettings settings;
  private final ToolSelection.Builder selection = ToolSelection.builder();

  private ToolSelectionProperties(ServerSettings settings) {
    this.settings = settings;
  }

  static ToolSelection of(ServerSettings settings) {
    ToolSelectionProperties choice = new ToolSelectionProperties(settings);
    choice.included();
    choice.use(
        "exclude",
        McpServerProperties::exclude,
        McpServerProperties::excludeTraits,
        ToolSelection.Builder::exclude);
    choice.use(
        "hide",
        McpServerProperties::hide,
        McpServerProperties::hideTraits,
        ToolSelection.Builder::hide);
    settings.use(
        "disabled-tools",
        McpServerProperties::disabledTools,
        names -> choice.selection.disable(names.toArray(String[]::new)));
    return choice.selection.build();
  }

  private void included() {
    use(
        "include",
        McpServerProperties::include,
        McpServerProperties::includeTraits,
        ToolSelection.Builder::include);
    List<String> names = settings.get(McpServerProperties::include);
    boolean none = names != null && names.isEmpty();
    if (none || settings.get(McpServerProperties::onlyIncluded, false)) {
      selection.onlyIncluded(); // an emptied list must not include everything
    }
    if (none && settings.get(McpServerProperties::includeTraits, List.<ToolTrait>of()).isEmpty()) {
      log.warn(
          "{} is empty, so that there is no tool; set it to * to have them all",
          settings.names().of("include"));
    }
  }

  private void use(
      String name,
      Function<McpServerProperties, @Nullable List<String>> names,
      Function<McpServerProperties, @Nullable List<ToolTrait>> traits,
      BiConsumer<ToolSelection.Builder, ToolPattern> use) {
    settings.use(
        name, names, globs -> named(globs).forEach(pattern -> use.accept(selection, pattern)));
    settings.use(
        name + "-traits",
        traits,
        all -> withTraits(all).forEach(pattern -> use.accept(selection, pattern)));
  }

  /** The pattern for these names; empty if there are none. */
  static List<ToolPattern> named(List<String> names) {
    return names.isEmpty() ? List.of() : List.of(ToolPattern.named(names.toArray(String[]::new)));
  }

  /** The pattern for tools with all of these traits; empty if there are none. */
  static List<ToolPattern> withTraits(List<ToolTrait> traits) {
    ToolPattern pattern = ToolPattern.any();
    for (ToolTrait trait : traits) {
      pattern = pattern.with(trait);
    }
    return traits.isEmpty() ? List.of() : List.of(pattern);
  }
}
