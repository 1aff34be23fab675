package io.mcpbridge.catalog.internal.tools;

import io.mcpbridge.catalog.server.ToolChangePolicy;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.model.ServerInfo;
import io.mcpbridge.model.Tool;
import io.mcpbridge.model.ToolAnnotations;
import io.mcpbridge.selection.Visibility;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Detects when a server changes the definition of a tool, or its instructions, after they were
 * first seen. What cannot be compared counts as changed. A comparison may take long, since the
 * application's {@link io.mcpbridge.catalog.server.ToolPinStore} may be slow: one thread at a time
 * compares, and holds no lock that others need.
 */
final class ToolChangeDetector {

  private static final Logger log = LoggerFactory.getLogger(ToolChangeDetector.class);

  private final String server;
  private final ToolChangePolicy policy;
  private final KnownDefinitions.OfServer knownDefinitions;

  /** Blocked tools that the log has already reported. */
  private final Set<String> blocked = ConcurrentHashMap.newKeySet();

  /** Whether the log has reported that the pins are unusable. */
  private boolean unusable;

  ToolChangeDetector(
      String server, ToolChangePolicy policy, KnownDefinitions.OfServer knownDefinitions) {
    this.server = server;
    this.policy = policy;
    this.knownDefinitions = knownDefinitions;
  }

  ToolChangePolicy policy() {
    return policy;
  }

  /** A server's instructions in the form of a definition, to be pinned like a tool. */
  static Tool instructions(ServerInfo info) {
    return new Tool(
        KnownDefinitions.INSTRUCTIONS,
        null,
        info.instructions(),
        Map.of(),
        null,
        ToolAnnotations.none(),
        List.of(),
        null,
        Map.of());
  }

  /**
   * Compares definitions with their pins.
   *
   * @param accepts whether to accept changed definitions
   * @return the maximum visibility of each by name; without those that cannot be compared
   */
  Map<String, Visibility> compare(List<Tool> tools, boolean accepts) {
    if (policy == ToolChangePolicy.ACCEPT) {
      return Map.of();
    }
    ListWarnings warnings =
        new ListWarnings(server, "have changed definitions", knownDefinitions::isDescribed);
    Map<String, Visibility> verdicts = new HashMap<>();
    boolean failed = false;
    for (Tool tool : tools) {
      try {
        verdicts.merge(tool.name(), compare(tool, accepts, warnings), Visibility::narrower);
      } catch (ToolPinStoreException e) {
        if (!failed && !unusable) {
          logUnknown(tool, e);
        }
        failed = true;
      }
    }
    unusable = failed;
    warnings.end();
    return verdicts;
  }

  /** The maximum visibility of a tool. */
  Visibility visibility(String tool, Map<String, Visibility> verdicts) {
    return switch (policy) {
      case ACCEPT -> Visibility.OFFERED;
      case WARN -> verdicts.getOrDefault(tool, Visibility.OFFERED);
      case BLOCK -> verdicts.getOrDefault(tool, Visibility.DISABLED);
    };
  }

  private Visibility compare(Tool tool, boolean accepts, ListWarnings warnings) {
    KnownDefinitions.Comparison comparison = compared(tool);
    if (comparison.isSame()) {
      blocked.remove(tool.name());
      return Visibility.OFFERED;
    }
    if (!comparison.isSeen() || accepts) {
      save(tool);
      return Visibility.OFFERED;
    }
    if (policy == ToolChangePolicy.WARN) {
      save(tool);
      warn(tool, comparison.before(), " (setting: tool-change-policy)", warnings);
      return Visibility.OFFERED;
    }
    if (blocked.add(tool.name())) {
      warn(
          tool,
          comparison.before(),
          (isInstructions(tool) ? "; they are withheld" : "; it is disabled")
              + " until the change is accepted (ToolCatalog.acceptToolChanges, setting:"
              + " tool-change-policy)",
          warnings);
    }
    return Visibility.DISABLED;
  }

  private void warn(Tool now, @Nullable Tool before, String consequence, ListWarnings warnings) {
    if (isInstructions(now)) { // always described: many changed tools must not push them out
      log.warn(
          "MCP server \"{}\" changed its {}{}",
          server,
          before == null
              ? "instructions: only the fingerprint of the last ones is known"
              : DefinitionDiff.ofInstructions(before, now),
          consequence);
      return;
    }
    warnings.add(
        now.name(),
        () ->
            "MCP server \"%s\" changed the definition of the tool \"%s\": %s%s"
                .formatted(
                    server,
                    ServerText.line(now.name()),
                    before == null
                        ? "only the fingerprint of its last definition is known"
                        : DefinitionDiff.of(before, now),
                    consequence));
  }

  private static boolean isInstructions(Tool tool) {
    return tool.name().equals(KnownDefinitions.INSTRUCTIONS);
  }

  private void logUnknown(Tool tool, ToolPinStoreException failure) {
    boolean isOurs = !knownDefinitions.hasStore(); // our own memory, which is full
    log.atLevel(isOurs ? Level.WARN : Level.ERROR)
        .setCause(isOurs ? null : failure.getCause())
        .log(
            "MCP server \"{}\": {} cannot be compared with the previous definition: {}. {}"
                + " (setting: tool-change-policy)",
            server,
            isInstructions(tool)
                ? "its instructions"
                : "the definition of the tool \"" + ServerText.line(tool.name()) + "\"",
            isOurs
                ? failure.reason()
                : "the application's ToolPinStore failed: " + failure.reason(),
            policy == ToolChangePolicy.BLOCK
                ? "Tools with this problem are disabled, instructions are withheld"
                : "Such changes are not detected");
  }

  private KnownDefinitions.Comparison compared(Tool tool) {
    try {
      return knownDefinitions.compare(tool);
    } catch (RuntimeException e) {
      throw new ToolPinStoreException(e);
    }
  }

  private void save(Tool tool) {
    try {
      knownDefinitions.save(tool);
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
