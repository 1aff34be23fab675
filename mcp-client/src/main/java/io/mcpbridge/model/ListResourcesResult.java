package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One page of resources.
 *
 * @param resources in the server's order
 * @param nextCursor cursor of the next page; {@code null} on the last one
 * @param omitted unreadable entries that were skipped, with the reason
 * @param meta the result's {@code _meta}
 */
public record ListResourcesResult(
    List<Resource> resources,
    @Nullable String nextCursor,
    List<String> omitted,
    Map<String, @Nullable Object> meta)
    implements PaginatedResult<Resource> {

  /** Copies the lists. */
  public ListResourcesResult {
    resources = List.copyOf(resources);
    omitted = List.copyOf(omitted);
  }

  @Override
  public List<Resource> items() {
    return resources;
  }

  @Override
  public String identity(Resource resource) {
    return resource.uri();
  }
}
