package io.mcpbridge.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One page of tools.
 *
 * @param tools in the server's order
 * @param nextCursor cursor of the next page; {@code null} on the last one
 * @param omitted skipped entries, with the reason: malformed or not allowed to be offered
 * @param meta the result's {@code _meta}
 */
public record ListToolsResult(
    List<Tool> tools,
    @Nullable String nextCursor,
    List<String> omitted,
    Map<String, @Nullable Object> meta)
    implements PaginatedResult<Tool> {

  /** Copies the lists. */
  public ListToolsResult {
    tools = List.copyOf(tools);
    omitted = List.copyOf(omitted);
  }

  @Override
  public List<Tool> items() {
    return tools;
  }

  @Override
  public String identity(Tool tool) {
    return tool.name();
  }
}
