package io.mcpbridge.catalog;

import io.mcpbridge.catalog.ToolExplanation.Step;
import io.mcpbridge.catalog.internal.supervision.ManagedServer;
import io.mcpbridge.catalog.internal.supervision.ServerRegistry;
import io.mcpbridge.catalog.server.CatalogSnapshot;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerNames;
import io.mcpbridge.catalog.server.ServerState;
import io.mcpbridge.catalog.server.ToolNames;
import io.mcpbridge.internal.text.ServerText;
import io.mcpbridge.model.Tool;
import io.mcpbridge.schema.SchemaProfile;
import io.mcpbridge.schema.SchemaReport;
import io.mcpbridge.selection.ToolPattern;
import io.mcpbridge.selection.ToolSelection;
import io.mcpbridge.selection.Visibility;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Follows a tool from its server to the model, from memory. */
final class ToolExplainer {

  private final ServerRegistry servers;
  private final CatalogSnapshot snapshot;
  private final @Nullable SchemaProfile profile;

  /**
   * @param profile the form of the model's schemas; {@code null} to leave out that step
   */
  ToolExplainer(ServerRegistry servers, CatalogSnapshot snapshot, @Nullable SchemaProfile profile) {
    this.servers = servers;
    this.snapshot = snapshot;
    this.profile = profile;
  }

  /**
   * @param name as models see it, as the server calls it, or {@code server__tool}
   */
  ToolExplanation explain(String name) {
    CatalogTool tool = snapshot.resolveAny(name);
    if (tool != null) {
      return ofPresent(tool);
    }
    ToolExplanation first = null;
    for (ManagedServer server : servers.all()) {
      for (Tool listed : server.listedDefinitions()) {
        if (isNamed(name, server.name(), listed)) {
          ToolExplanation explanation = ofListed(server, listed);
          if (explanation.isOffered()) {
            return explanation;
          }
          first = first == null ? explanation : first;
        }
      }
    }
    return first == null ? ofUnlisted(name) : first;
  }

  /** All tools that the enabled servers list. */
  List<ToolExplanation> explainAll() {
    return servers.all().stream()
        .filter(server -> server.disabledBy() == null)
        .flatMap(this::ofServer)
        .toList();
  }

  private Stream<ToolExplanation> ofServer(ManagedServer server) {
    Map<String, CatalogTool> tools =
        server.tools().stream()
            .collect(
                Collectors.toMap(CatalogTool::name, tool -> tool, (first, duplicate) -> first));
    return server.listedDefinitions().stream()
        .map(listed -> ofListed(server, listed, tools.get(listed.name())));
  }

  private static boolean isNamed(String name, String server, Tool listed) {
    return name.equals(listed.name())
        || name.equals(ToolNames.modelName(server, listed.name()))
        || name.equals(ToolNames.withoutPrefix(server, listed.name()));
  }

  private ToolExplanation ofListed(ManagedServer server, Tool listed) {
    CatalogTool tool =
        server.tools().stream()
            .filter(it -> it.name().equals(listed.name()))
            .findFirst()
            .orElse(null);
    return ofListed(server, listed, tool);
  }

  /**
   * @param tool what the catalog has of it
   */
  private ToolExplanation ofListed(ManagedServer server, Tool listed, @Nullable CatalogTool tool) {
    if (server.disabledBy() != null) {
      return ToolExplanation.stopped(
          listed.name(),
          server.name(),
          Step.SERVER,
          "the server is disabled by " + server.disabledBy());
    }
    String exclusion = exclusion(server.options().selection(), server.name(), listed);
    if (exclusion != null) {
      return ToolExplanation.stopped(listed.name(), server.name(), Step.INCLUDED, exclusion);
    }
    return tool != null
        ? ofPresent(tool)
        : ToolExplanation.stopped(
            listed.name(),
            server.name(),
            Step.NAMED,
            "the ToolNameMapper has no usable name for it; the log has the reason");
  }

  /** Why a selection excludes a tool, by its pattern; {@code null} if it does not. */
  private static @Nullable String exclusion(ToolSelection selection, String server, Tool tool) {
    for (ToolPattern pattern : selection.excluded()) {
      if (pattern.matches(server, tool)) {
        return "the tool is excluded by \"" + text(pattern) + "\" (setting: exclude)";
      }
    }
    boolean isIncluded =
        selection.included().isEmpty()
            ? !selection.excludedByDefault()
            : selection.included().stream().anyMatch(pattern -> pattern.matches(server, tool));
    if (!isIncluded) {
      return selection.included().isEmpty()
          ? "the list of included tools is empty (setting: include)"
          : "no pattern of included tools matches it (settings: include, include-traits)";
    }
    ToolSelection within = selection.within();
    return within == null ? null : exclusion(within, server, tool);
  }

  private static String text(ToolPattern pattern) {
    return Stream.concat(pattern.names().stream(), pattern.traits().stream())
        .map(Object::toString)
        .collect(Collectors.joining(", "));
  }

  private ToolExplanation ofPresent(CatalogTool tool) {
    CatalogTool owner = snapshot.tool(tool.modelName());
    if (owner != null
        && !(owner.server().equals(tool.server()) && owner.name().equals(tool.name()))) {
      return ToolExplanation.stopped(
          tool,
          Step.NAMED,
          "the tool \"%s\" of the server \"%s\" has the same name, and comes first (setting:"
                  .formatted(ServerText.line(owner.name()), owner.server())
              + " tool-name-prefix)");
    }
    ManagedServer server = servers.find(tool.server());
    switch (tool.visibility()) {
      case HIDDEN:
        return ToolExplanation.stopped(
            tool,
            Step.VISIBLE,
            tool.listed().isForAppsOnly()
                ? "for the server's user interface only (_meta.ui.visibility)"
                : "hidden from models (ToolSelection.hide)");
      case DISABLED:
        boolean isChosen =
            server != null
                && server.options().selection().of(tool.server(), tool.listed())
                    == Visibility.DISABLED;
        return isChosen
            ? ToolExplanation.stopped(tool, Step.VISIBLE, "disabled (ToolSelection.disable)")
            : ToolExplanation.stopped(
                tool, Step.UNCHANGED, "its definition changed (setting: tool-change-policy)");
      default:
        String rejection = rejection(tool);
        return rejection == null
            ? ToolExplanation.offered(tool, server == null ? null : problem(server))
            : ToolExplanation.stopped(tool, Step.ACCEPTED, rejection);
    }
  }

  private @Nullable String rejection(CatalogTool tool) {
    if (profile == null) {
      return null;
    }
    SchemaReport report = tool.adaptedTo(profile).report();
    return report == null ? null : report.leftOut();
  }

  /** Why calls of a server's tools would fail now. */
  private static @Nullable String problem(ManagedServer server) {
    String reason = server.reason();
    return reason == null ? null : "the server \"" + server.name() + "\": " + reason;
  }

  private ToolExplanation ofUnlisted(String name) {
    Set<String> owners = ServerNames.owners(List.of(snapshot.serverNames()), name);
    List<String> unlisted = new ArrayList<>();
    ToolExplanation ofOwner = null;
    for (ManagedServer server : servers.all()) {
      boolean isListed = server.disabledBy() == null && server.listedTools() != null;
      if (!isListed) {
        unlisted.add(server.name());
      }
      if (owners.contains(server.name())) {
        ofOwner = ofOwner(name, server, isListed);
      }
    }
    ToolExplanation explanation =
        ofOwner != null
            ? ofOwner
            : ToolExplanation.stopped(
                name, null, Step.LISTED, "no server lists a tool of this name");
    return explanation.withOthers(snapshot.toolNameResolver().nearest(name), unlisted);
  }

  private static ToolExplanation ofOwner(String name, ManagedServer server, boolean isListed) {
    if (isListed) {
      return ToolExplanation.stopped(
          name, server.name(), Step.LISTED, "the server lists no tool of this name");
    }
    String reason = server.reason();
    return ToolExplanation.stopped(
        name,
        server.name(),
        Step.SERVER,
        reason != null
            ? reason
            : server.state() == ServerState.IDLE
                ? "the server connects when it is first used (setting: start)"
                : "the server has not listed its tools yet");
  }
}
