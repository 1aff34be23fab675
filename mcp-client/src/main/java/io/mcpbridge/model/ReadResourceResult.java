package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a resource: none, one or several, possibly under other URIs than the requested
 * one.
 *
 * @param contents in the server's order
 * @param omitted unreadable contents that were skipped, with the reason
 * @param meta the result's {@code _meta}
 */
public record ReadResourceResult(
    List<ResourceContents> contents, List<String> omitted, Map<String, @Nullable Object> meta)
    implements McpResult {

  /** Copies the lists. */
  public ReadResourceResult {
    contents = List.copyOf(contents);
    omitted = List.copyOf(omitted);
  }
}
