package io.mcpbridge.catalog.tools;

import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.model.Tool;
import io.mcpbridge.selection.Visibility;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides which of a server's tools the catalog has, and with which visibility and description. */
final class ToolAdmission {

  private final String server;
  private final ServerOptions options;
  private final ToolChangeDetector definitions;
  private final InvisibleCharacterDetector invisible;

  ToolAdmission(
      String server,
      ServerOptions options,
      ToolChangeDetector definitions,
      InvisibleCharacterDetector invisible) {
    this.server = server;
    this.options = options;
    this.definitions = definitions;
    this.invisible = invisible;
  }

  /** The tools that the catalog has. */
  List<Tool> admitted(List<Tool> listed) {
    return listed.stream()
        .filter(tool -> options.selection().of(server, tool) != Visibility.EXCLUDED)
        .toList();
  }

  /**
   * @param verdicts the results of the last comparison with the pinned definitions
   */
  List<CatalogTool> admit(List<Tool> listed, Map<String, Visibility> verdicts) {
    ListWarnings hiding = new ListWarnings(server, "contain invisible characters", () -> true);
    List<CatalogTool> tools = new ArrayList<>(listed.size());
    for (Tool tool : listed) {
      Visibility wanted = options.selection().of(server, tool);
      if (tool.isForAppsOnly()) {
        wanted = wanted.narrower(Visibility.HIDDEN);
      }
      if (wanted != Visibility.EXCLUDED) {
        tools.add(
            new CatalogTool(
                ToolNames.modelName(server, tool.name()),
                server,
                shown(tool, invisible.clean(tool, hiding)),
                tool,
                wanted.narrower(definitions.visibility(tool, verdicts)),
                options.forTool(tool.name()).searchHints()));
      }
    }
    hiding.end();
    return List.copyOf(tools);
  }

  /** The tool with the developer's title and description, and without the fixed arguments. */
  private Tool shown(Tool listed, Tool clean) {
    ToolOptions own = options.forTool(listed.name());
    Map<String, @Nullable Object> schema = own.fixedArguments().hiddenFrom(clean.inputSchema());
    return own.title() == null && own.description() == null && schema == clean.inputSchema()
        ? clean
        : new Tool(
            clean.name(),
            own.title() == null ? clean.title() : own.title(),
            own.description() == null ? clean.description() : own.description(),
            schema,
            clean.outputSchema(),
            clean.annotations(),
            clean.icons(),
            clean.taskSupport(),
            clean.meta());
  }
}
