package io.mcpbridge.catalog;

import io.mcpbridge.client.CallOptions;
import io.mcpbridge.error.McpException;
import io.mcpbridge.model.ListResourceTemplatesRequest;
import io.mcpbridge.model.ListResourcesRequest;
import io.mcpbridge.model.ReadResourceResult;
import io.mcpbridge.model.Resource;
import io.mcpbridge.model.ResourceTemplate;
import io.mcpbridge.transport.Deadline;

/**
 * The resources of all servers of a catalogue: {@link ToolCatalog#resources()}.
 *
 * <p>Servers are asked when you ask, since most applications need no list of resources and a list
 * costs each server a request; what a server says may be used again ({@code ttlMs}) is not asked
 * for twice. Only servers that offer resources are asked.
 *
 * <pre>{@code
 * catalog.resources().list().byServer().forEach(
 *     (server, resources) -> resources.forEach(r -> System.out.println(server + ": " + r.uri())));
 * ReadResourceResult notes = catalog.resources().read("files", "file:///data/notes.txt");
 * }</pre>
 */
public final class CatalogResources {

  private static final String CAPABILITY = "resources";

  private final Servers servers;
  private final Survey survey;

  CatalogResources(Servers servers, Survey survey) {
    this.servers = servers;
    this.survey = survey;
  }

  /** {@link #list(CallOptions)} with the default options. */
  public CatalogListing<Resource> list() {
    return list(CallOptions.defaults());
  }

  /**
   * What all servers list, asked side by side. Blocks until each has answered, failed or run out of
   * time; the servers are asked on worker threads, where the caller's context is not there for
   * credentials. Servers that are disabled are not asked.
   *
   * @param options a timeout among them is for all servers together, default 10 seconds
   * @throws io.mcpbridge.error.McpCancelledException if the calling thread is interrupted
   * @throws IllegalStateException if the catalogue is closed
   */
  public CatalogListing<Resource> list(CallOptions options) {
    return survey.of(ListResourcesRequest.first(), CAPABILITY, options);
  }

  /** {@link #templates(CallOptions)} with the default options. */
  public CatalogListing<ResourceTemplate> templates() {
    return templates(CallOptions.defaults());
  }

  /**
   * The templates of all servers; as {@link #list(CallOptions)}. {@link ResourceTemplate#expand}
   * makes a URI of one.
   */
  public CatalogListing<ResourceTemplate> templates(CallOptions options) {
    return survey.of(ListResourceTemplatesRequest.first(), CAPABILITY, options);
  }

  /** {@link #read(String, String, CallOptions)} with the default options. */
  public ReadResourceResult read(String server, String uri) {
    return read(server, uri, CallOptions.defaults());
  }

  /**
   * Reads a resource of a server, listed or not. Blocks the calling thread.
   *
   * @param uri exactly as the server gave it, in a list or in a tool's result, or made from one of
   *     its templates
   * @param options a timeout among them replaces the server's
   * @throws IllegalArgumentException if there is no such server
   * @throws IllegalStateException if it is disabled
   * @throws McpException if the server is away, does not answer in time or has no such resource
   */
  public ReadResourceResult read(String server, String uri, CallOptions options) {
    return servers.during(
        server,
        home -> {
          Deadline deadline = home.deadline(options);
          return home.use(
              "resources/read", deadline, client -> client.readResource(uri, options, deadline));
        });
  }
}
