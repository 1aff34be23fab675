package io.mcpbridge.model;

/**
 * Reads a resource ({@code resources/read}).
 *
 * @param uri exactly as the server gave it, not normalized
 */
public record ReadResourceRequest(String uri) implements McpRequest<ReadResourceResult> {

  @Override
  public String method() {
    return "resources/read";
  }
}
