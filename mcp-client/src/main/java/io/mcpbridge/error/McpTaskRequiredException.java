package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/**
 * A tool call was refused with a code that says, among other things, that the server runs this tool
 * only as a task, or no longer as one (2025-11-25). Where its list of tools bore that out, the call
 * was made once more.
 */
public class McpTaskRequiredException extends McpErrorResponseException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was tried and what came back, for a person
   * @param code the JSON-RPC code
   * @param serverMessage the server's own words
   * @param data the error's data as plain Java values, or {@code null}
   */
  public McpTaskRequiredException(
      String message, int code, String serverMessage, @Nullable Object data) {
    super(message, code, serverMessage, data);
  }

  @Override
  public McpTaskRequiredException again() {
    return causedByThis(new McpTaskRequiredException(reason(), code(), serverMessage(), data()));
  }
}
