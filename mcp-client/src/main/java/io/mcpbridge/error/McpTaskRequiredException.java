package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/**
 * A tool call was rejected with a code that can mean that the server runs this tool only as a task,
 * or no longer as one (2025-11-25). If the list of tools confirmed that, the call was retried once
 * before this exception.
 */
public class McpTaskRequiredException extends McpErrorResponseException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   * @param code the JSON-RPC code
   * @param serverMessage the server's message
   * @param data the error's data as plain Java values, or {@code null}
   */
  public McpTaskRequiredException(
      String message, int code, String serverMessage, @Nullable Object data) {
    super(message, code, serverMessage, data);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpTaskRequiredException(McpTaskRequiredException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpTaskRequiredException copy(Copy copy) {
    return new McpTaskRequiredException(this, copy);
  }
}
