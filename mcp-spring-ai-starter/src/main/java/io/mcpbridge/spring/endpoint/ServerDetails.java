package io.mcpbridge.spring.endpoint;

import io.mcpbridge.approval.ApprovalMode;
import io.mcpbridge.catalog.CatalogTool;
import io.mcpbridge.catalog.ServerError;
import io.mcpbridge.catalog.ServerStatus;
import io.mcpbridge.catalog.ToolCatalog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One server, with its tools and what went wrong.
 *
 * @param server where it stands
 * @param tools those that are listed
 * @param errors the last ones, the oldest first
 * @param instructions how to use it, in its own words as models read them; untrusted
 * @param standardError the last lines that its process wrote for people; untrusted
 */
public record ServerDetails(
    ServerSummary server,
    List<ToolEntry> tools,
    List<ServerError> errors,
    @Nullable String instructions,
    String standardError) {

  static ServerDetails of(ServerStatus server, ToolCatalog catalog) {
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
   * @param name what its server calls it
   * @param modelName what models call it
   * @param description what models read of it
   * @param approval what has to happen before it runs
   */
  public record ToolEntry(
      String name, String modelName, String description, ApprovalMode approval) {

    static ToolEntry of(CatalogTool tool, ToolCatalog catalog) {
      return new ToolEntry(
          tool.name(), tool.modelName(), tool.description(), catalog.approvalMode(tool));
    }
  }
}
