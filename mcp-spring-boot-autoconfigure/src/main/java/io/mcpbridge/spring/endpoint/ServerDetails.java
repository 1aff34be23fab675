package io.mcpbridge.spring.endpoint;

import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.catalog.ToolCatalog;
import io.mcpbridge.catalog.ToolExplanation;
import io.mcpbridge.catalog.server.CatalogTool;
import io.mcpbridge.catalog.server.ServerError;
import io.mcpbridge.catalog.server.ServerStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One server, with its tools and errors.
 *
 * @param server its state
 * @param tools the listed tools
 * @param errors the last errors, oldest first
 * @param instructions its instructions as models get them; untrusted
 * @param standardError last lines that its process wrote to standard error; untrusted
 */
public record ServerDetails(
    ServerSummary server,
    List<ToolEntry> tools,
    List<ServerError> errors,
    @Nullable String instructions,
    String standardError) {

  /** The details of a server of this catalog. */
  public static ServerDetails of(ServerStatus server, ToolCatalog catalog) {
    return new ServerDetails(
        ServerSummary.of(server),
        server.tools().stream().map(tool -> ToolEntry.of(tool, catalog)).toList(),
        server.errors(),
        server.instructions(),
        server.standardError());
  }

  /**
   * One tool.
   *
   * @param name name at its server
   * @param modelName name for models
   * @param description description for models
   * @param tokens about how many tokens its definition takes in each request
   * @param approval approval mode
   * @param hidden why models do not get it; {@code null} if they do
   */
  public record ToolEntry(
      String name,
      String modelName,
      String description,
      int tokens,
      ApprovalMode approval,
      @Nullable String hidden) {

    static ToolEntry of(CatalogTool tool, ToolCatalog catalog) {
      ToolExplanation explanation = catalog.explainTool(tool.modelName(), null);
      return new ToolEntry(
          tool.name(),
          tool.modelName(),
          tool.description(),
          tool.tokens(),
          catalog.approvalMode(tool),
          explanation.isOffered() ? null : explanation.reason());
    }
  }
}
