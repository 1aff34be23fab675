package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a resource: none, one or several, possibly under other URIs than the one asked
 * for.
 *
 * @param contents in the server's order
 * @param meta the result's {@code _meta}
 */
public record ReadResourceResult(
    List<ResourceContents> contents, Map<String, @Nullable Object> meta) implements McpResult {

  /** Copies the list. */
  public ReadResourceResult {
    contents = List.copyOf(contents);
  }
}
