package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One page of resource templates.
 *
 * @param resourceTemplates in the server's order
 * @param nextCursor cursor of the next page; {@code null} on the last one
 * @param omitted unreadable entries that were skipped, with the reason
 * @param meta the result's {@code _meta}
 */
public record ListResourceTemplatesResult(
    List<ResourceTemplate> resourceTemplates,
    @Nullable String nextCursor,
    List<String> omitted,
    Map<String, @Nullable Object> meta)
    implements PaginatedResult<ResourceTemplate> {

  /** Copies the lists. */
  public ListResourceTemplatesResult {
    resourceTemplates = List.copyOf(resourceTemplates);
    omitted = List.copyOf(omitted);
  }

  @Override
  public List<ResourceTemplate> items() {
    return resourceTemplates;
  }

  @Override
  public String identity(ResourceTemplate template) {
    return template.uriTemplate();
  }
}
