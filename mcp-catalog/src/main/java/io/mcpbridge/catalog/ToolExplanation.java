package io.mcpbridge.catalog;

import io.mcpbridge.catalog.server.CatalogTool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why models get a tool, or do not: the steps from the server to the model, up to the one that
 * stops the tool. Made by {@link ToolCatalog#explainTool}.
 */
public final class ToolExplanation {

  /** A step from the server to the model, in this order. */
  public enum Step {
    /** The server is enabled, and has listed its tools. */
    SERVER,

    /** The server lists the tool. */
    LISTED,

    /** The selection of the server's tools includes it. */
    INCLUDED,

    /** It has a name of its own that models accept. */
    NAMED,

    /** It is neither hidden from models nor disabled. */
    VISIBLE,

    /** Its definition is the one that was accepted. */
    UNCHANGED,

    /** Its schema can be sent to the model. */
    ACCEPTED,

    /** The view of the agent has it; passed without a view. */
    SELECTED
  }

  private final String name;
  private final @Nullable String server;
  private final @Nullable CatalogTool tool;
  private final @Nullable Step stoppedAt;
  private final @Nullable String reason;
  private final List<String> similarNames;
  private final List<String> unlistedServers;

  private ToolExplanation(
      String name,
      @Nullable String server,
      @Nullable CatalogTool tool,
      @Nullable Step stoppedAt,
      @Nullable String reason,
      List<String> similarNames,
      List<String> unlistedServers) {
    this.name = name;
    this.server = server;
    this.tool = tool;
    this.stoppedAt = stoppedAt;
    this.reason = reason;
    this.similarNames = List.copyOf(similarNames);
    this.unlistedServers = List.copyOf(unlistedServers);
  }

  static ToolExplanation offered(CatalogTool tool, @Nullable String note) {
    return new ToolExplanation(tool.name(), tool.server(), tool, null, note, List.of(), List.of());
  }

  static ToolExplanation stopped(CatalogTool tool, Step step, String reason) {
    return new ToolExplanation(
        tool.name(), tool.server(), tool, step, reason, List.of(), List.of());
  }

  /** Of a tool that the catalog does not have. */
  static ToolExplanation stopped(String name, @Nullable String server, Step step, String reason) {
    return new ToolExplanation(name, server, null, step, reason, List.of(), List.of());
  }

  /**
   * The same for models that get the tools of a view. No I/O.
   *
   * @param view of the catalog that explained the tool
   */
  public ToolExplanation within(ToolView view) {
    CatalogTool offered = stoppedAt == null ? tool : null;
    return offered == null || view.offers(offered)
        ? this
        : stopped(offered, Step.SELECTED, "the view of the agent leaves it out");
  }

  ToolExplanation withOthers(List<String> similar, List<String> unlisted) {
    return new ToolExplanation(name, server, tool, stoppedAt, reason, similar, unlisted);
  }

  /** The tool's name on its server; the name that was asked about if no server lists it. */
  public String name() {
    return name;
  }

  /**
   * The name of the server; {@code null} if no server lists the tool and the name has no prefix.
   */
  public @Nullable String server() {
    return server;
  }

  /** The tool; {@code null} if the catalog does not have it. */
  public @Nullable CatalogTool tool() {
    return tool;
  }

  /** Whether models get the tool. Its server may still be away; {@link #reason} tells so. */
  public boolean isOffered() {
    return stoppedAt == null;
  }

  /** The step that stops the tool; {@code null} if models get it. */
  public @Nullable Step stoppedAt() {
    return stoppedAt;
  }

  /**
   * Why the tool is stopped, with the setting to change; or for an offered tool why calls of it
   * would fail now. {@code null} if there is nothing to say.
   */
  public @Nullable String reason() {
    return reason;
  }

  /** Similar names of offered tools, if no server lists this one; the best first. */
  public List<String> similarNames() {
    return similarNames;
  }

  /** The servers that have not listed their tools yet, if no server lists this one. */
  public List<String> unlistedServers() {
    return unlistedServers;
  }

  /** For logs: whether models get the tool, and the reason. */
  @Override
  public String toString() {
    return isOffered()
        ? "offered" + (reason == null ? "" : ", but " + reason)
        : "not offered: " + reason;
  }
}
