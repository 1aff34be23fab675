package io.mcpbridge.error;

/**
 * What a server asked this application for was not given: there is no handler for it, the user or a
 * handler refused, or the answer was not what the server asked for. Handlers throw it to refuse.
 */
public class McpInputRefusedException extends McpException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was refused and why; up to 2025-11-25 sent to the server
   */
  public McpInputRefusedException(String message) {
    super(message);
  }

  /**
   * @param message what was refused and why
   * @param cause what lies underneath
   */
  public McpInputRefusedException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public McpInputRefusedException again() {
    return new McpInputRefusedException(reason(), this);
  }
}
