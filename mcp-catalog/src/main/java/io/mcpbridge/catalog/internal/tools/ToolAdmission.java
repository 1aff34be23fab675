package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.catalog.server.ToolOptions;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.model.Tool;
import io.mcpbridge.selection.Visibility;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which of a server's tools the catalog has, and with which name, visibility and
 * description.
 */
final class ToolAdmission {

  private static final Logger log = LoggerFactory.getLogger(ToolAdmission.class);

  private static final int MAX_WARNINGS = 20;

  private final Set<String> warnedTools = ConcurrentHashMap.newKeySet();
  private final String server;
  private final ServerOptions options;
  private final ModelNames modelNames;
  private final ToolChangeDetector definitions;
  private final InvisibleCharacterDetector invisible;

  ToolAdmission(
      String server,
      ServerOptions options,
      ModelNames modelNames,
      ToolChangeDetector definitions,
      InvisibleCharacterDetector invisible) {
    this.server = server;
    this.options = options;
    this.modelNames = modelNames;
    this.definitions = definitions;
    this.invisible = invisible;
  }

  ServerOptions options() {
    return options;
  }

  /** The tools that the catalog has. */
  List<Tool> admitted(List<Tool> listed) {
    return listed.stream()
        .filter(tool -> options.selection().of(server, tool) != Visibility.EXCLUDED)
        .toList();
  }

  /**
   * @param listed the tools of the server
   * @param added the tools that the catalog adds, which keep the server's prefix
   * @param verdicts the results of the last comparison with the pinned definitions
   */
  List<CatalogTool> admit(List<Tool> listed, List<Tool> added, Map<String, Visibility> verdicts) {
    ListWarnings hiding = new ListWarnings(server, "contain invisible characters", () -> true);
    List<CatalogTool> tools = new ArrayList<>(listed.size() + added.size());
    for (Tool tool : admitted(listed)) {
      String name = modelNames.of(tool, options);
      if (name != null) {
        tools.add(catalogTool(name, tool, verdicts, hiding));
      }
    }
    for (Tool tool : admitted(added)) {
      tools.add(catalogTool(ToolNames.modelName(server, tool.name()), tool, verdicts, hiding));
    }
    hiding.end();
    return List.copyOf(tools);
  }

  private CatalogTool catalogTool(
      String modelName, Tool tool, Map<String, Visibility> verdicts, ListWarnings hiding) {
    Visibility visibility = options.selection().of(server, tool);
    if (tool.isForAppsOnly()) {
      visibility = visibility.narrower(Visibility.HIDDEN);
    }
    return new CatalogTool(
        modelName,
        server,
        shown(tool, invisible.clean(tool, hiding)),
        tool,
        visibility.narrower(definitions.visibility(tool.name(), verdicts)),
        options.forTool(tool.name()).searchHints());
  }

  private void warnIfRequired(String tool, List<String> hiddenArguments) {
    if (!hiddenArguments.isEmpty() && warnedTools.size() < MAX_WARNINGS && warnedTools.add(tool)) {
      log.warn(
          "MCP server \"{}\": the model sees the argument {} of {}, which the tool requires (setting:"
              + " tools.<name>.hidden-arguments; tools.<name>.fixed-arguments gives it a value)",
          server,
          ServerText.line(String.join(", ", hiddenArguments)),
          ServerText.line(tool));
    }
  }

  /** The tool with the developer's title and description, and without the fixed arguments. */
  private Tool shown(Tool listed, Tool clean) {
    ToolOptions toolOptions = options.forTool(listed.name());
    warnIfRequired(
        listed.name(), toolOptions.fixedArguments().requiredHidden(listed.inputSchema()));
    Map<String, @Nullable Object> schema =
        toolOptions
            .fixedArguments()
            .applicableTo(listed.inputSchema(), options.tools().containsKey(listed.name()))
            .hiddenFrom(clean.inputSchema());
    return toolOptions.title() == null
            && toolOptions.description() == null
            && schema == clean.inputSchema()
        ? clean
        : new Tool(
            clean.name(),
            toolOptions.title() == null ? clean.title() : toolOptions.title(),
            toolOptions.description() == null ? clean.description() : toolOptions.description(),
            schema,
            clean.outputSchema(),
            clean.annotations(),
            clean.icons(),
            clean.taskSupport(),
            clean.meta());
  }
}
