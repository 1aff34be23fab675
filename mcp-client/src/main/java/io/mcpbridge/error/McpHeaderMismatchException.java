package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/**
 * The server rejected a request because its headers contradict its body (2026-07-28, Streamable
 * HTTP, server validation). The request did not run.
 */
public class McpHeaderMismatchException extends McpErrorResponseException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried, and the outcome
   * @param code the JSON-RPC code
   * @param serverMessage the server's message, which usually names the header
   * @param data the error's data as plain Java values, or {@code null}
   */
  public McpHeaderMismatchException(
      String message, int code, String serverMessage, @Nullable Object data) {
    super(message, code, serverMessage, data);
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpHeaderMismatchException(McpHeaderMismatchException original, Copy copy) {
    super(original, copy);
  }

  @Override
  protected McpHeaderMismatchException copy(Copy copy) {
    return new McpHeaderMismatchException(this, copy);
  }
}
