package io.mcpbridge.catalog;

import io.mcpbridge.model.Tool;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.selection.UnmatchedNames;
import io.mcpbridge.selection.Visibility;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the catalogue has of the tools that one server lists, and as what. */
final class ToolAdmission {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final String server;
  private final ServerOptions options;
  private final UnmatchedNames unmatched;
  private final UnmatchedNames unmatchedOptions;
  private final DefinitionWatch definitions;

  ToolAdmission(String server, ServerOptions options, DefinitionWatch definitions) {
    this.server = server;
    this.options = options;
    this.definitions = definitions;
    this.unmatched = new UnmatchedNames(options.selection());
    this.unmatchedOptions = new UnmatchedNames(named(options.tools().keySet()));
  }

  private static ToolSelection named(Set<String> names) {
    return ToolSelection.builder()
        .include(names.stream().filter(name -> !name.isEmpty()).toArray(String[]::new))
        .build();
  }

  List<CatalogTool> admit(List<Tool> listed) {
    unmatched.lookAt(Map.of(server, listed), log::warn);
    unmatchedOptions.lookAt(
        Map.of(server, listed), sentence -> log.warn("{} (setting: tools)", sentence));
    return listed.stream()
        .map(this::admit)
        .filter(tool -> tool.visibility() != Visibility.EXCLUDED)
        .toList();
  }

  private CatalogTool admit(Tool listed) {
    return new CatalogTool(
        ToolNames.modelName(server, listed.name()),
        server,
        shown(listed),
        listed,
        visibility(listed));
  }

  private Visibility visibility(Tool listed) {
    Visibility wanted = options.selection().of(server, listed);
    return wanted == Visibility.EXCLUDED ? wanted : wanted.orLess(definitions.look(listed));
  }

  /** The tool as the developer wants it to be described, without what the model has no say in. */
  private Tool shown(Tool listed) {
    ToolOptions own = options.forTool(listed.name());
    Map<String, @Nullable Object> schema = own.fixedArguments().hiddenFrom(listed.inputSchema());
    return own.title() == null && own.description() == null && schema == listed.inputSchema()
        ? listed
        : new Tool(
            listed.name(),
            own.title() == null ? listed.title() : own.title(),
            own.description() == null ? listed.description() : own.description(),
            schema,
            listed.outputSchema(),
            listed.annotations(),
            listed.icons(),
            listed.taskSupport(),
            listed.meta());
  }
}
