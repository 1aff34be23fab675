package io.mcpbridge.error;

/**
 * The time was up before there were credentials: whoever gives them has not answered yet. What was
 * asked did not run, and it says nothing of the server.
 */
public class McpCredentialsTimeoutException extends McpTimeoutException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and what is waited for
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
