package io.mcpbridge.catalog;

import io.mcpbridge.error.McpException;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceContents;
import org.jspecify.annotations.Nullable;

/** Receives the contents of resources of one server, such as for retrieval (RAG). */
public interface ResourceVisitor {

  /**
   * Called for each content of each resource.
   *
   * @param mimeType the type of the contents, or else of the listed resource
   * @param listed the resource as its server lists it, if it was looked up there
   */
  void contents(ResourceContents contents, @Nullable String mimeType, @Nullable Resource listed);

  /**
   * Called for a resource, or a part of one, that was not read.
   *
   * @param reason for the developer
   */
  void skipped(String uri, String reason);

  /**
   * Reads one resource, listed or not; it may have several contents.
   *
   * @throws IllegalArgumentException if there is no such server
   * @throws McpException if the server is unavailable or has no such resource
   */
  static void visit(ToolCatalog catalog, String server, String uri, ResourceVisitor visitor) {
    visit(catalog.resources().read(server, uri), uri, null, visitor);
  }

  /**
   * Reads all resources that a server lists, one after the other. Unreadable ones are skipped.
   *
   * @param maxResources the number of resources to read; others are skipped
   * @throws IllegalArgumentException if there is no such server
   * @throws McpException if the server does not list its resources
   */
  static void visitAll(
      ToolCatalog catalog, String server, int maxResources, ResourceVisitor visitor) {
    int read = 0;
    for (Resource resource : catalog.client(server).listResources()) {
      if (++read > maxResources) {
        visitor.skipped(resource.uri(), "more than " + maxResources + " resources (maxResources)");
        continue;
      }
      ReadResourceResult result;
      try {
        result = catalog.resources().read(server, resource.uri());
      } catch (McpException e) {
        visitor.skipped(resource.uri(), String.valueOf(e.getMessage()));
        continue;
      }
      visit(result, resource.uri(), resource, visitor);
    }
  }

  private static void visit(
      ReadResourceResult result, String uri, @Nullable Resource listed, ResourceVisitor visitor) {
    result.omitted().forEach(reason -> visitor.skipped(uri, reason));
    for (ResourceContents contents : result.contents()) {
      String type =
          contents.mimeType() == null && listed != null ? listed.mimeType() : contents.mimeType();
      visitor.contents(contents, type, listed);
    }
  }
}
