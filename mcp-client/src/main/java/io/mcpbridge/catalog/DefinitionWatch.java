package io.mcpbridge.catalog;

import io.mcpbridge.error.ServersWords;
import io.mcpbridge.model.Tool;
import io.mcpbridge.selection.Visibility;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notices when a server describes a tool differently than when the tool was seen first. */
final class DefinitionWatch {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final String server;
  private final DefinitionPolicy policy;
  private final ToolPins pins;

  /** Tools that are blocked and have been told of. */
  private final Set<String> blocked = ConcurrentHashMap.newKeySet();

  /** Whether whatever is listed next is as it should be. */
  private volatile boolean accepting;

  DefinitionWatch(String server, DefinitionPolicy policy, ToolPins pins) {
    this.server = server;
    this.policy = policy;
    this.pins = pins;
  }

  /** What is listed next is as it should be. */
  void acceptNext() {
    accepting = true;
  }

  /** Those that were listed have been looked at. */
  void looked() {
    accepting = false;
  }

  /** For whom the tool may be there at most. */
  Visibility look(Tool tool) {
    if (policy == DefinitionPolicy.ACCEPT) {
      return Visibility.OFFERED;
    }
    String now = Fingerprint.of(tool);
    String first = noted(tool);
    if (now.equals(first)) {
      blocked.remove(tool.name());
      return Visibility.OFFERED;
    }
    if (first == null || accepting) {
      note(tool, now);
      return Visibility.OFFERED;
    }
    return policy == DefinitionPolicy.WARN ? warn(tool, now) : block(tool);
  }

  private Visibility warn(Tool tool, String now) {
    note(tool, now);
    log.warn(
        "MCP server \"{}\" describes the tool \"{}\" differently than before",
        server,
        ServersWords.line(tool.name()));
    return Visibility.OFFERED;
  }

  private Visibility block(Tool tool) {
    if (blocked.add(tool.name())) {
      log.warn(
          "MCP server \"{}\" describes the tool \"{}\" differently than before; it is disabled until"
              + " somebody accepts that (ToolCatalog.acceptDefinitions, setting definitions)",
          server,
          ServersWords.line(tool.name()));
    }
    return Visibility.DISABLED;
  }

  private @Nullable String noted(Tool tool) {
    try {
      return pins.fingerprint(server, tool.name());
    } catch (RuntimeException e) {
      log.error("The application's ToolPins failed", e);
      return null;
    }
  }

  private void note(Tool tool, String fingerprint) {
    blocked.remove(tool.name());
    try {
      pins.note(server, tool.name(), fingerprint);
    } catch (RuntimeException e) {
      log.error("The application's ToolPins failed", e);
    }
  }
}
