package io.mcpbridge.catalog;

import io.mcpbridge.catalog.internal.call.FanOut;
import io.mcpbridge.catalog.internal.call.ServerOperation;
import io.mcpbridge.catalog.internal.supervision.ServerRegistry;
import io.mcpbridge.catalog.server.CatalogListing;
import io.mcpbridge.client.call.CallOptions;
import io.mcpbridge.model.ListResourceTemplatesRequest;
import io.mcpbridge.model.ListResourcesRequest;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceTemplate;
import io.mcpbridge.transport.Deadline;
import java.util.List;

/**
 * The resources of all servers of a catalog: {@link ToolCatalog#resources()}.
 *
 * <p>Each call queries the servers, since most applications need no list of resources and listing
 * costs a request per server. Results with a {@code ttlMs} are cached. Only servers with the
 * resources capability are queried.
 *
 * <pre>{@code
 * catalog.resources().list().byServer().forEach(
 *     (server, resources) -> resources.forEach(r -> System.out.println(server + ": " + r.uri())));
 * ReadResourceResult notes = catalog.resources().read("files", "file:///data/notes.txt");
 * }</pre>
 */
public final class CatalogResources {

  private static final String CAPABILITY = "resources";

  private final ServerRegistry servers;
  private final FanOut fanOut;

  CatalogResources(ServerRegistry servers, FanOut fanOut) {
    this.servers = servers;
    this.fanOut = fanOut;
  }

  /** {@link #list(CallOptions)} with the default options. */
  public CatalogListing<Resource> list() {
    return list(CallOptions.defaults());
  }

  /**
   * Lists the resources of all servers in parallel. Blocks until each server has answered, failed
   * or timed out. Requests run on worker threads, so credentials suppliers do not see the caller's
   * context. Skips disabled servers.
   *
   * @param options a timeout here applies to all servers together, default 10 seconds
   * @throws io.mcpbridge.error.McpCancelledException if the calling thread is interrupted
   * @throws IllegalStateException if the catalog is closed
   */
  public CatalogListing<Resource> list(CallOptions options) {
    return fanOut.of(ListResourcesRequest.first(), CAPABILITY, options);
  }

  /** {@link #list(String, CallOptions)} with the default options. */
  public List<Resource> list(String server) {
    return list(server, CallOptions.defaults());
  }

  /**
   * Lists the resources of one server; empty if it offers none. Blocks the calling thread.
   *
   * @param options a timeout here replaces the server's
   * @throws IllegalArgumentException if there is no such server
   * @throws IllegalStateException if the server is disabled
   * @throws io.mcpbridge.error.McpException if the server is unavailable or does not answer in time
   */
  public List<Resource> list(String server, CallOptions options) {
    return fanOut.of(server, ListResourcesRequest.first(), CAPABILITY, options);
  }

  /** {@link #templates(CallOptions)} with the default options. */
  public CatalogListing<ResourceTemplate> templates() {
    return templates(CallOptions.defaults());
  }

  /**
   * Lists the resource templates of all servers; as {@link #list(CallOptions)}. {@link
   * ResourceTemplate#expand} turns a template into a URI.
   */
  public CatalogListing<ResourceTemplate> templates(CallOptions options) {
    return fanOut.of(ListResourceTemplatesRequest.first(), CAPABILITY, options);
  }

  /** {@link #templates(String, CallOptions)} with the default options. */
  public List<ResourceTemplate> templates(String server) {
    return templates(server, CallOptions.defaults());
  }

  /** Lists the resource templates of one server; as {@link #list(String, CallOptions)}. */
  public List<ResourceTemplate> templates(String server, CallOptions options) {
    return fanOut.of(server, ListResourceTemplatesRequest.first(), CAPABILITY, options);
  }

  /** {@link #read(String, String, CallOptions)} with the default options. */
  public ReadResourceResult read(String server, String uri) {
    return read(server, uri, CallOptions.defaults());
  }

  /**
   * Reads a resource of a server, listed or not. Blocks the calling thread.
   *
   * @param uri exactly as the server returned it, in a list or a tool result, or expanded from a
   *     template
   * @param options a timeout here replaces the server's
   * @throws IllegalArgumentException if there is no such server
   * @throws IllegalStateException if the server is disabled
   * @throws io.mcpbridge.error.McpException if the server is unavailable, does not answer in time
   *     or has no such resource
   */
  public ReadResourceResult read(String server, String uri, CallOptions options) {
    return servers.during(
        server,
        managedServer -> {
          Deadline deadline = managedServer.deadline(options);
          return ServerOperation.run(
              managedServer,
              "resources/read",
              deadline,
              client -> client.readResource(uri, options, deadline));
        });
  }
}
