package io.mcpbridge.search;

import io.mcpbridge.catalog.server.CatalogTool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tool that a search found, with enough about it to choose.
 *
 * @param tool the tool
 * @param summary what it does, in one line
 * @param signature its arguments: {@code owner*, repo*, state: open|closed}; {@code *} marks
 *     required ones
 * @param hints what its server says about it: {@code read-only}, {@code destructive}. Untrusted
 * @param score its rank among the hits of one search; says nothing across searches
 */
public record ToolHit(
    CatalogTool tool, String summary, String signature, List<String> hints, double score) {

  /** Copies the list. */
  public ToolHit {
    hints = List.copyOf(hints);
  }

  /** Describes a tool that was not searched for. */
  public static ToolHit of(CatalogTool tool) {
    return of(tool, 0);
  }

  static ToolHit of(CatalogTool tool, double score) {
    return new ToolHit(
        tool,
        ToolSummary.line(tool.description()),
        ToolSignature.of(tool.shown().inputSchema()),
        ToolSummary.hints(tool.shown().annotations()),
        score);
  }

  /** The name by which the model calls the tool. */
  public String name() {
    return tool.modelName();
  }

  /** When the application says to use it; {@code null} if it does not. */
  public @Nullable String whenToUse() {
    return tool.searchHints().whenToUse();
  }

  /** The key of its server. */
  public String server() {
    return tool.server();
  }
}
