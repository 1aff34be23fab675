package io.mcpbridge.error;

/**
 * The deadline passed before credentials were available: the authorization server or the user has
 * not answered yet. The request was not sent; this says nothing about the MCP server.
 */
public class McpCredentialsTimeoutException extends McpTimeoutException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and what was awaited
   */
  public McpCredentialsTimeoutException(String message) {
    super(message);
    beforeSending();
  }

  @Override
  public McpCredentialsTimeoutException again() {
    return causedByThis(new McpCredentialsTimeoutException(reason()));
  }
}
