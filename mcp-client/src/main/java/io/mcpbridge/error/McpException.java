package io.mcpbridge.error;

/**
 * Something between this application and an MCP server went wrong. The message says what was tried,
 * what came back and, where a setting helps, which one; it never holds a secret. A tool's own
 * failure ({@code isError}) is a result, not an exception.
 */
public class McpException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried and what came back
   */
  public McpException(String message) {
    super(message);
  }

  /**
   * @param message what was tried and what came back
   * @param cause what lies underneath
   */
  public McpException(String message, Throwable cause) {
    super(message, cause);
  }
}
