package io.mcpbridge.catalog;

import io.mcpbridge.error.ServerText;
import io.mcpbridge.model.Tool;
import io.mcpbridge.selection.Visibility;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Detects when a server changes the definition of a tool after the tool was first seen. A tool that
 * cannot be compared counts as changed.
 */
final class ToolChangeDetector {

  private static final Logger log = LoggerFactory.getLogger(ToolCatalog.class);

  private final String server;
  private final ToolChangePolicy policy;
  private final KnownDefinitions.OfServer known;

  /** Blocked tools that the log has already reported. */
  private final Set<String> blocked = ConcurrentHashMap.newKeySet();

  /** Whether to accept the next listed definitions. */
  private volatile boolean accepting;

  /** Whether the log has reported that the pins are unusable, and whether they still are. */
  private boolean unusable;

  private boolean stillUnusable;

  ToolChangeDetector(String server, ToolChangePolicy policy, KnownDefinitions.OfServer known) {
    this.server = server;
    this.policy = policy;
    this.known = known;
  }

  /** Accepts the definitions of the next listing. */
  void acceptNext() {
    accepting = true;
  }

  /** For the changes of one list. */
  ListWarnings warnings() {
    return new ListWarnings(server, "are described differently than before", known::isDescribed);
  }

  /** Ends the comparison of one listing. */
  void looked(List<Tool> listed) {
    known.listed(listed);
    accepting = false;
    unusable = stillUnusable;
    stillUnusable = false;
  }

  /**
   * The maximum visibility of the tool.
   *
   * @param warnings collects the differences
   */
  Visibility look(Tool tool, ListWarnings warnings) {
    if (policy == ToolChangePolicy.ACCEPT) {
      return Visibility.OFFERED;
    }
    try {
      return compare(tool, warnings);
    } catch (ToolPinStoreException e) {
      return unknown(tool, e);
    }
  }

  private Visibility compare(Tool tool, ListWarnings warnings) {
    KnownDefinitions.Comparison comparison = compared(tool);
    if (comparison.isSame()) {
      blocked.remove(tool.name());
      return Visibility.OFFERED;
    }
    if (!comparison.isSeen() || accepting) {
      note(tool);
      return Visibility.OFFERED;
    }
    if (policy == ToolChangePolicy.WARN) {
      note(tool);
      warnings.add(
          tool.name(), () -> changed(tool, comparison.before()) + " (setting: tool-change-policy)");
      return Visibility.OFFERED;
    }
    if (blocked.add(tool.name())) {
      warnings.add(
          tool.name(),
          () ->
              changed(tool, comparison.before())
                  + "; it is disabled until the change is accepted (ToolCatalog.acceptToolChanges,"
                  + " setting: tool-change-policy)");
    }
    return Visibility.DISABLED;
  }

  private String changed(Tool now, @Nullable Tool before) {
    return "MCP server \"%s\" describes the tool \"%s\" differently than before: %s"
        .formatted(
            server,
            ServerText.line(now.name()),
            before == null
                ? "only the fingerprint of its last definition is known"
                : DefinitionDiff.of(before, now));
  }

  /** Handles a tool that cannot be compared, now or later. */
  private Visibility unknown(Tool tool, ToolPinStoreException why) {
    boolean blocks = policy == ToolChangePolicy.BLOCK;
    if (!unusable) {
      unusable = true;
      boolean isOurs = !known.hasStore(); // our own memory, which is full
      log.atLevel(isOurs ? Level.WARN : Level.ERROR)
          .setCause(isOurs ? null : why.getCause())
          .log(
              "MCP server \"{}\": how the tool \"{}\" is described cannot be compared with how it"
                  + " was described before: {}. {} (setting tool-change-policy)",
              server,
              ServerText.line(tool.name()),
              isOurs ? why.reason() : "the application's ToolPinStore failed: " + why.reason(),
              blocks
                  ? "It is disabled, as are all others of which that is true"
                  : "Its changes are not noticed, nor those of others of which that is true");
    }
    stillUnusable = true;
    return blocks ? Visibility.DISABLED : Visibility.OFFERED;
  }

  private KnownDefinitions.Comparison compared(Tool tool) {
    try {
      return known.compare(tool);
    } catch (RuntimeException e) {
      throw new ToolPinStoreException(e);
    }
  }

  private void note(Tool tool) {
    try {
      known.note(tool);
    } catch (RuntimeException e) {
      throw new ToolPinStoreException(e);
    }
    blocked.remove(tool.name());
  }

  private static final class ToolPinStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ToolPinStoreException(RuntimeException cause) {
      super(cause);
    }

    String reason() {
      return getCause() instanceof IllegalStateException state && state.getMessage() != null
          ? state.getMessage()
          : String.valueOf(getCause());
    }
  }
}
