package io.mcpbridge.catalog;

import io.mcpbridge.model.Tool;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.selection.UnmatchedNames;
import io.mcpbridge.selection.Visibility;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the catalogue has of the tools that one server lists, and as what. */
final class ToolAdmission {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final String server;
  private final ToolSelection selection;
  private final UnmatchedNames unmatched;

  ToolAdmission(String server, ServerOptions options) {
    this.server = server;
    this.selection = options.selection();
    this.unmatched = new UnmatchedNames(selection);
  }

  List<CatalogTool> admit(List<Tool> listed) {
    unmatched.lookAt(Map.of(server, listed), log::warn);
    return listed.stream()
        .map(this::admit)
        .filter(tool -> tool.visibility() != Visibility.EXCLUDED)
        .toList();
  }

  private CatalogTool admit(Tool tool) {
    return new CatalogTool(
        ToolNames.modelName(server, tool.name()), server, tool, selection.of(server, tool));
  }
}
