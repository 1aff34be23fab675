package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.catalog.internal.state.OnceLogger;
import io.mcpbridge.catalog.server.ServerOptions;
import io.mcpbridge.catalog.server.ToolNameMapper;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.model.Tool;
import io.mcpbridge.selection.Visibility;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The names by which models call the tools of one server. The application's mapper is asked once
 * for each tool of a list, and only for admitted ones. Thread-safe.
 */
final class ModelNames {

  private static final Logger log = LoggerFactory.getLogger(ModelNames.class);

  private final String server;
  private final ToolNameMapper mapper;
  private final OnceLogger reported = new OnceLogger();

  /** The mapper's names of the last listed tools by their own name; empty for unusable ones. */
  private volatile Map<String, Optional<String>> mapped = new ConcurrentHashMap<>();

  ModelNames(String server, ToolNameMapper mapper) {
    this.server = server;
    this.mapper = mapper;
  }

  /** Forgets the names of the last list. */
  void forget() {
    mapped = new ConcurrentHashMap<>();
  }

  /**
   * Asks the mapper for the names of the tools that these options admit, before the monitor is
   * entered that readers of the tools need: the mapper is the application's, and may be slow.
   */
  void prepare(List<Tool> serverTools, ServerOptions options) {
    for (Tool tool : serverTools) {
      if (options.selection().of(server, tool) != Visibility.EXCLUDED) {
        of(tool, options);
      }
    }
  }

  /**
   * The name by which models call a tool of the server itself.
   *
   * @return {@code null} if the mapper has no usable name for it
   */
  @Nullable String of(Tool tool, ServerOptions options) {
    if (!options.toolNamePrefix()) {
      return ToolNames.withoutPrefix(server, tool.name());
    }
    Map<String, Optional<String>> current = mapped;
    Optional<String> name = current.get(tool.name());
    if (name == null) {
      name = Optional.ofNullable(ofMapper(tool));
      current.put(tool.name(), name);
    }
    return name.orElse(null);
  }

  private @Nullable String ofMapper(Tool tool) {
    String name = null;
    RuntimeException failure = null;
    try {
      name = mapper.modelName(server, tool.name());
    } catch (RuntimeException e) {
      failure = e;
    }
    if (ToolNames.isValid(name)) {
      return name;
    }
    if (reported.isFirst(tool.name())) {
      log.error(
          "MCP server \"{}\": the tool \"{}\" was omitted: the ToolNameMapper {} {}",
          server,
          ServerText.line(tool.name()),
          mapper.getClass().getName(),
          failure != null
              ? "failed"
              : "returned "
                  + (name == null ? "null" : '"' + ServerText.line(name) + '"')
                  + ", which is no name for models: letters, digits, \"_\" and \"-\", beginning with"
                  + " a letter or \"_\", at most "
                  + ToolNames.MAX_LENGTH
                  + " characters, not one of "
                  + ToolNames.RESERVED,
          failure);
    }
    return null;
  }
}
