package io.mcpbridge.catalog.server;

import io.mcpbridge.error.McpException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One kind of entry, such as resources, from all servers of a catalog. A server without the
 * capability is in neither map.
 *
 * <pre>{@code
 * listing.byServer().forEach(
 *     (server, resources) -> resources.forEach(r -> System.out.println(server + ": " + r.uri())));
 * listing.failures().forEach((server, failure) -> log.warn("{}", failure.getMessage()));
 * }</pre>
 *
 * @param byServer the entries of each server in its order; servers in configuration order
 * @param failures why a server could not be queried or did not answer in time
 */
public record CatalogListing<T>(Map<String, List<T>> byServer, Map<String, McpException> failures) {

  /** Copies the maps, keeping their order. */
  public CatalogListing {
    byServer = Collections.unmodifiableMap(new LinkedHashMap<>(byServer));
    failures = Collections.unmodifiableMap(new LinkedHashMap<>(failures));
  }
}
