package io.mcpbridge.samples.serversfile;

import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.config.ConfigSource;
import io.mcpbridge.config.ConfiguredServer;
import io.mcpbridge.spring.boot.McpServersFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * Commands that edit the file while its servers run: {@code tools}, {@code disable SERVER}, {@code
 * disable SERVER TOOL}, and {@code enable} in place of {@code disable}.
 */
@Component
class Commands {

  private final McpServersFiles files;
  private final ToolCatalog catalog;

  Commands(McpServersFiles files, ToolCatalog catalog) {
    this.files = files;
    this.catalog = catalog;
  }

  /** The answer to a command; empty for anything else. */
  Optional<String> run(String typed) {
    String[] words = typed.split("\\s+");
    boolean disables = words[0].equals("disable");
    if (words.length > 1 && (disables || words[0].equals("enable"))) {
      if (words.length > 2) {
        changeTool(words[1], words[2], disables);
      } else if (disables) {
        files.sync().disable(ConfigSource.GLOBAL, words[1]);
      } else {
        files.sync().enable(ConfigSource.GLOBAL, words[1]);
      }
      return Optional.of(typed + ": done");
    }
    return typed.equals("tools") ? Optional.of(tools()) : Optional.empty();
  }

  /** Applied at once; the server keeps running. */
  private void changeTool(String server, String tool, boolean disables) {
    ConfiguredServer configured = files.sync().current().server(server);
    if (configured == null) {
      throw new IllegalArgumentException("The file has no server " + server);
    }
    List<String> disabled = new ArrayList<>(configured.disabledTools());
    disabled.remove(tool);
    if (disables) {
      disabled.add(tool);
    }
    Map<String, Object> entry = new HashMap<>(configured.entry());
    entry.put("disabledTools", disabled);
    files.sync().put(ConfigSource.GLOBAL, server, entry);
  }

  private String tools() {
    return catalog.tools().stream().map(tool -> tool.modelName()).collect(Collectors.joining("\n"));
  }
}
