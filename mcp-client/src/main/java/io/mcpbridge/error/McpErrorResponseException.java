package io.mcpbridge.error;

import org.jspecify.annotations.Nullable;

/** The server returned a JSON-RPC error. */
public class McpErrorResponseException extends McpException {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final String serverMessage;
  private final transient @Nullable Object data;

  /**
   * @param message what was tried, and the outcome
   * @param code the JSON-RPC code
   * @param serverMessage the server's message
   * @param data the error's data as plain Java values, or {@code null}
   */
  public McpErrorResponseException(
      String message, int code, String serverMessage, @Nullable Object data) {
    super(message, null, Delivery.REFUSED);
    this.code = code;
    this.serverMessage = serverMessage;
    this.data = data;
  }

  /** Copies an exception, for {@link #copy}. */
  protected McpErrorResponseException(McpErrorResponseException original, Copy copy) {
    super(original, copy);
    this.code = original.code;
    this.serverMessage = original.serverMessage;
    this.data = original.data;
  }

  /** The JSON-RPC code. */
  public int code() {
    return code;
  }

  /** The server's message, untrusted and possibly empty. */
  public String serverMessage() {
    return serverMessage;
  }

  /** The error's data as plain Java values. */
  public @Nullable Object data() {
    return data;
  }

  @Override
  protected McpErrorResponseException copy(Copy copy) {
    return new McpErrorResponseException(this, copy);
  }
}
